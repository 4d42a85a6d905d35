/** Pins where a list cannot be compared with them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pinCatalogs } from "callgate";
import { DecisionLog } from "../ts/runner/log.js";
import { PinnedTools } from "../ts/runner/pinned.js";

test("RUN-53 a list that cannot be compared floors every tool, whatever is shown before and after it", () => {
  const agent = { mcps: [{ name: "exa", connection: { type: "gateway", namespace: "custom", slug: "exa" } }] } as const;
  const tool = { name: "search", description: "Finds" };
  for (const more of [false, true]) {
    const pinned = new PinnedTools(pinCatalogs(agent, { exa: { tools: [tool] } }), "exa", new DecisionLog(undefined));
    pinned.show(JSON.stringify([tool]), false);
    assert.equal(pinned.floor("search"), undefined);
    pinned.show('[{"name":"search","description":"Other"},{"description":"no name"}]', more);
    assert.match(pinned.floor("search") ?? "", /cannot be compared/);
    pinned.show(JSON.stringify([tool]), false);
    assert.match(pinned.floor("search") ?? "", /cannot be compared/);
  }
});
