/** `callgate/runner`: delivers a run's tools to a harness over MCP, every call gated by the core. */
import type * as Public from "../../types/runner.js";
import { hasValidAuthorization } from "./authorization.js";
import { DEFAULT_HISTORY_MAX_CHARS, INTERNAL_TOOL_MCP_SERVER_NAME, TOOL_RESULT_RENDER_MAX_CHARS } from "./constants.js";
import { startInternalToolMcpServer } from "./loopback.js";
import { createPermissionHandler } from "./permission.js";
import { startGatedProxy } from "./proxy.js";
import { localRelayFiles } from "./relay-files.js";
import { startRelay } from "./relay.js";
import { assertNoReservedUserMcpName } from "./reserved.js";
import { buildSessionMcpServers } from "./session.js";

export { DEFAULT_HISTORY_MAX_CHARS, INTERNAL_TOOL_MCP_SERVER_NAME, TOOL_RESULT_RENDER_MAX_CHARS };
export { assertNoReservedUserMcpName, buildSessionMcpServers, createPermissionHandler, hasValidAuthorization };
export { localRelayFiles, startGatedProxy, startInternalToolMcpServer, startRelay };

({
  DEFAULT_HISTORY_MAX_CHARS,
  INTERNAL_TOOL_MCP_SERVER_NAME,
  TOOL_RESULT_RENDER_MAX_CHARS,
  assertNoReservedUserMcpName,
  buildSessionMcpServers,
  createPermissionHandler,
  hasValidAuthorization,
  localRelayFiles,
  startGatedProxy,
  startInternalToolMcpServer,
  startRelay,
}) satisfies typeof Public;
