/** The runner's fixed names and limits. */

/** The server name of the run's own tools (RUN-2). Harness rules are keyed against it. */
export const INTERNAL_TOOL_MCP_SERVER_NAME = "agenta-tools";

/** How much of a tool's result a transcript keeps, in characters (UTF-16 units, TRAN-1). */
export const TOOL_RESULT_RENDER_MAX_CHARS = 4000;

/** The window of a transcript when the environment sets none, in characters (UTF-16 units). */
export const DEFAULT_HISTORY_MAX_CHARS = 100_000;

/** How often the relay looks for files when the environment does not say, in milliseconds. */
export const DEFAULT_RELAY_POLLING_MS = 300;

/** How long the relay waits for an answer when neither tool nor environment says, in milliseconds. */
export const DEFAULT_RELAY_TIMEOUT_MS = 60_000;
