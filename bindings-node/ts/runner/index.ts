/** `callgate/runner`: delivers a run's tools to a harness over MCP, every call gated by the core. */
import type * as Public from "../../types/runner.js";
import { hasValidAuthorization } from "./authorization.js";
import { startInternalToolMcpServer } from "./loopback.js";
import { localRelayFiles } from "./relay-files.js";
import { startRelay } from "./relay.js";

export { hasValidAuthorization, localRelayFiles, startInternalToolMcpServer, startRelay };

({ hasValidAuthorization, localRelayFiles, startInternalToolMcpServer, startRelay }) satisfies Partial<typeof Public>;
