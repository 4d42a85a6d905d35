/**
 * callgate/runner: delivers a run's tools to a harness over MCP, every call gated by the core.
 */

/**
 * Whether an `Authorization` header carries the token: `Bearer <token>`, the scheme in any case.
 * Takes the same time whatever the header holds.
 */
export declare function hasValidAuthorization(header: string | undefined, token: string): boolean;
