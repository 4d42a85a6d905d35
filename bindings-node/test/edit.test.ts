/** Faults of edits, of missing tools and of session entries, as exceptions of JavaScript. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CallgateError, InvalidDocument, InvalidEdit } from "../../bindings-wasm/ts/errors.js";
import { surfaces } from "./surfaces.js";

/** What an operation throws, which must be one of ours. */
function thrownBy(operation: () => unknown): CallgateError {
  try {
    operation();
  } catch (error) {
    assert.ok(error instanceof CallgateError, String(error));
    return error;
  }
  return assert.fail("nothing was thrown");
}

const server = {
  name: "s",
  connection: {
    type: "http",
    url: "https://a.example/?t=VALUE",
    headers: { "X-Public": "VALUE" },
    credentials: { type: "header_secret_refs", headers: { Authorization: "slug" } },
  },
};
const routed = { name: "s", connection: { type: "gateway", namespace: "custom", slug: "s" } };

for (const { name, api } of surfaces) {
  test(`${name}: a refused edit is an InvalidEdit with its code, and nothing else is one`, () => {
    const include = { tools: { mode: "include", names: ["a"] } };
    const agent = { mcps: [routed] };
    const refused: Record<string, () => unknown> = {
      tool_hidden: () => api.setToolPermission(include, "b", "allow"),
      tool_blank: () => api.setToolPermission({}, " ", "allow"),
      filter_names: () => api.setToolFilter({}, "all", ["a"]),
      filter_empty: () => api.setToolFilter({}, "include", []),
      tool_unknown: () => api.suggestRule(agent, { server: "x", tool: "t" }, "allow"),
      overruled: () => api.suggestRule({ ...agent, harness: { permissions: { deny: ["mcp__s"] } } }, { server: "s", tool: "t" }, "allow"),
      rule_unfit: () => api.suggestRule(agent, { tool: "Bash", args: { command: "a\nb" } }, "allow"),
    };
    for (const [code, operation] of Object.entries(refused)) {
      const error = thrownBy(operation);
      assert.deepEqual([error.name, error.code, error instanceof InvalidEdit], ["InvalidEdit", code, true]);
    }
    const others: Record<string, () => unknown> = {
      invalid_document: () => api.setServerPermission({ permision: "allow" }, "ask"),
      invalid_argument: () => api.setServerPermission({}, "maybe" as "ask"),
      missing_secret: () => api.materialize(server, {}),
    };
    for (const [code, operation] of Object.entries(others)) {
      const error = thrownBy(operation);
      assert.deepEqual([error.code, error instanceof InvalidEdit], [code, false]);
    }
  });

  test(`${name}: a key with any of Unicode's line ends is a fault like any other`, () => {
    for (const key of ["a\u2028b", "a\u2029b", "a\nb", "a\r\nb", "a\u0085b"]) {
      const error = thrownBy(() => new api.Gate({ mcps: [{ ...routed, policy: { [key]: 1 } }] }));
      assert.ok(error instanceof InvalidDocument, `${JSON.stringify(key)}: ${error.code}`);
      assert.equal(error.diagnostics[0]?.pointer, `/mcps/0/policy/${key}`);
    }
  });

  test(`${name}: WIRE-2 no exception holds a value of a secret or of a header`, () => {
    const secrets: unknown[] = [
      {},
      { slug: null, other: "VALUE" },
      { slug: "VALUE\n" },
      { slug: "VALUE\ud800" },
      { slug: ["VALUE"] },
      { slug: new Map([["VALUE", "VALUE"]]) },
      { slug: Symbol("VALUE") },
      { slug: new Date(NaN) },
      Object.defineProperty({}, "slug", { enumerable: true, get: () => assert.fail("VALUE") }),
      new Map([["slug", "VALUE"]]),
      ["VALUE"],
      `{"slug":"VALUE"`,
      `{"slug":"VALUE","slug":"VALUE"}`,
      `{"slug":"VALUE\ud800"}`,
      new TextEncoder().encode(`{"slug":VALUE}`),
      `"VALUE"`,
      "VALUE",
      null,
      undefined,
    ];
    const gateways: unknown[] = [
      "VALUE",
      { url: "VALUE" },
      { url: "https://VALUE.example/\n" },
      { url: "https://a.example", headers: { A: "VALUE\n" } },
      { url: "https://a.example", headers: [{ name: "A", value: "VALUE" }, { name: "a", value: "VALUE" }] },
      { url: "https://a.example", headers: { A: new Map([["VALUE", 1]]) } },
    ];
    const faults = [
      ...secrets.map((given) => thrownBy(() => api.materialize(server, given as object))),
      ...gateways.map((given) => thrownBy(() => api.materialize(routed, {}, given as object))),
      thrownBy(() => api.materialize({ ...server, connection: { ...server.connection, headers: { "X\n": "VALUE" } } }, { slug: "VALUE" })),
    ];
    for (const error of faults) {
      const said = [error.message, error.stack, JSON.stringify(error)].join("\n");
      assert.ok(!said.includes("VALUE"), said);
      assert.notEqual(error.code, "internal");
    }
  });

  test(`${name}: WIRE-2 only the own properties of the secrets are read, and a gateway of null is none`, () => {
    const inherited = Object.create({ slug: "VALUE" }) as object;
    assert.notEqual(thrownBy(() => api.materialize(server, inherited)).code, "internal");
    const proto = { ...server, connection: { ...server.connection, credentials: { type: "header_secret_refs", headers: { A: "__proto__" } } } };
    assert.equal(thrownBy(() => api.materialize(proto, {})).code, "missing_secret");
    assert.deepEqual(api.materialize(proto, `{"__proto__":"p"}`, null).headers.at(-1), { name: "A", value: "p" });
    assert.equal(thrownBy(() => api.materialize(routed, {}, null)).code, "invalid_argument");
  });

  test(`${name}: EDIT-30 names that are no strings are refused, and no catalog is not an empty one`, () => {
    const agent = { mcps: [{ ...routed, policy: { permission: "allow" } }] };
    for (const names of [[undefined, "t"], ["s", 7], ["s", "\ud800"], ["", "t"]] as [string, string][]) {
      assert.equal(thrownBy(() => api.why(agent, ...names)).code, "invalid_argument");
    }
    assert.deepEqual([api.why(agent, "s", "t").status, api.why(agent, "s", "t").advertised], ["offered", null]);
    assert.deepEqual([api.why(agent, "s", "t", []).status, api.why(agent, "s", "t", []).advertised], ["not_advertised", false]);
    assert.equal(thrownBy(() => api.why(agent, "s", "t", null as unknown as [])).code, "invalid_argument");
  });
}
