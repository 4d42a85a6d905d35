/** What of tool specs crosses into the core (RUN-26), tokens, and digests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CallgateError } from "../../bindings-wasm/ts/errors.js";
import { surfaces } from "./surfaces.js";

for (const { name, api } of surfaces) {
  test(`RUN-26 private fields of a spec are never read, whatever they hold (${name})`, () => {
    const spec = {
      name: "t",
      inputSchema: { type: "object", required: ["a"] },
      get callRef(): string {
        throw new Error("read");
      },
      run: () => 1,
      env: new Map([["TOKEN", "s3cret"]]),
      timeoutMs: 10n,
      self: undefined as unknown,
    };
    spec.self = spec;
    assert.deepEqual(api.advertise([spec]), [{ name: "t", inputSchema: { type: "object", required: ["a"] } }]);
    assert.deepEqual(api.missingArguments(spec, {}), ["a"]);
  });

  test(`RUN-26 a public field that is no JSON is refused with its place (${name})`, () => {
    const odd: [unknown, RegExp][] = [
      [[{ name: "t", inputSchema: new Map() }], /\/0\/inputSchema.*a Map/],
      [[{ name: "t", description: () => "" }], /\/0\/description.*a function/],
      [[new Map([["name", "t"]])], /\/0.*a Map/],
      [new Set(), /a Set/],
      [Array(1), /undefined/],
      [{ length: 1, 0: { name: "t" } }, /array/],
      [[{ get name() { throw new Error("s3cret"); } }], /getter/],
    ];
    for (const [specs, says] of odd) {
      assert.throws(() => api.advertise(specs as []), (error) => {
        assert.ok(error instanceof CallgateError);
        assert.match(error.message, says);
        return !error.message.includes("s3cret");
      });
    }
  });

  test(`RUN-26 inherited fields are none (${name})`, () => {
    assert.throws(() => api.advertise([Object.create({ name: "t" }) as { name: string }]), CallgateError);
    const bare = Object.assign(Object.create(null) as object, { name: "t" }) as { name: string };
    assert.deepEqual(api.advertise([bare]), [{ name: "t", inputSchema: { type: "object", properties: {} } }]);
  });

  test(`tokens are 32 random bytes in base64url, never the same (${name})`, () => {
    const tokens = Array.from({ length: 1000 }, () => api.mintToken());
    for (const token of tokens) {
      assert.match(token, /^[A-Za-z0-9_-]{43}$/);
      assert.equal(Buffer.from(token, "base64url").length, 32);
    }
    assert.equal(new Set(tokens).size, tokens.length);
    // All of the alphabet appears, also what differs from plain base64.
    assert.ok(tokens.some((token) => token.includes("-")) && tokens.some((token) => token.includes("_")));
  });

  test(`digests take text and bytes (${name})`, () => {
    const right = "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c";
    assert.equal(api.sha256Hex("é"), right);
    assert.equal(api.sha256Hex(new TextEncoder().encode("é")), right);
    assert.equal(api.sha256Hex(Buffer.from("xéy").subarray(1, 3)), right);
    assert.equal(api.sha256Hex(new Uint8Array()), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (const wrong of ["\ud800", 7, null, undefined, [195, 169], new Uint16Array([0xe9])]) {
      assert.throws(() => api.sha256Hex(wrong as string), CallgateError, String(wrong));
    }
  });
}
