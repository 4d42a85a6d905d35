import { useEffect, useId, useRef, useState } from "react";
import { guess, type Kind } from "./loading.js";

/** A text that is to be loaded. */
export interface Loading {
  readonly text: string;
  readonly kind: Kind;
  readonly server: string;
  readonly servers: readonly string[];
  /** The text is still to be pasted. */
  readonly paste?: boolean;
}

const KINDS: readonly { readonly kind: Kind; readonly words: string }[] = [
  { kind: "agent", words: "an agent document" },
  { kind: "answer", words: "one server's answer to tools/list" },
  { kind: "answers", words: "tool lists of several servers, by their names" },
];

interface Props {
  readonly loading: Loading;
  readonly onLoad: (loading: Loading) => void;
  readonly onClose: () => void;
}

/** Asks what a text is, where that is not plain; and takes one that is pasted. */
export function LoadDialog({ loading, onLoad, onClose }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState(loading);
  useEffect(() => dialog.current?.showModal(), []);
  const { text, kind, server, servers, paste } = chosen;
  return (
    <dialog ref={dialog} className="page-dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          onLoad(chosen);
        }}
      >
        <h2 id={`${id}-title`}>{paste ? "Paste a document or a tool list" : "What is this file?"}</h2>
        {paste && (
          <textarea
            aria-label="Text to load"
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              const pasted = event.target.value;
              const { kind: likely } = guess(pasted, undefined, servers);
              setChosen({ ...chosen, text: pasted, kind: likely, server: server || (servers[0] ?? "") });
            }}
          />
        )}
        <fieldset>
          <legend>It is</legend>
          {KINDS.map(({ kind: choice, words }) => (
            <label key={choice} className="row">
              <input type="radio" name={`${id}-kind`} checked={kind === choice} onChange={() => setChosen({ ...chosen, kind: choice })} />
              {words}
            </label>
          ))}
        </fieldset>
        {kind === "answer" && (
          <label className="row">
            Server
            <input type="text" required list={`${id}-servers`} value={server} onChange={(event) => setChosen({ ...chosen, server: event.target.value })} />
            <datalist id={`${id}-servers`}>
              {servers.slice(0, 100).map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </label>
        )}
        <div className="row end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit">Load</button>
        </div>
      </form>
    </dialog>
  );
}
