/** What became of one tool call, with no transport in it (RUN-27, RUN-61, RUN-80). */
export type Outcome =
  /** It ran, or the browser fulfilled it; JSON text of the blocks of the result. */
  | { readonly kind: "result"; readonly content: string }
  /** Something that the model is to read and act on. */
  | { readonly kind: "tool error"; readonly message: string }
  /** It waits for a person or the browser, who was told; nothing is answered. */
  | { readonly kind: "paused" }
  /** The request is no call of a tool that is here. */
  | { readonly kind: "protocol error"; readonly code: number; readonly message: string }
  /** The run ended, or the caller went away: there is nobody to answer. */
  | { readonly kind: "aborted" };
