/** `callgate/runner`: delivers a run's tools to a harness over MCP, every call gated by the core. */
import type * as Public from "../../types/runner.js";
import { hasValidAuthorization } from "./authorization.js";

export { hasValidAuthorization };

({ hasValidAuthorization }) satisfies Partial<typeof Public>;
