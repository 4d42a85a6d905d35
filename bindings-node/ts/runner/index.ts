/** `callgate/runner`: delivers a run's tools to a harness over MCP, every call gated by the core. */
import type * as Public from "../../types/runner.js";
import { hasValidAuthorization } from "./authorization.js";
import { startInternalToolMcpServer } from "./loopback.js";

export { hasValidAuthorization, startInternalToolMcpServer };

({ hasValidAuthorization, startInternalToolMcpServer }) satisfies Partial<typeof Public>;
