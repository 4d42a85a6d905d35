/** What the runner reads from the environment, its constants, and names that a user's server cannot have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as constants from "../ts/runner/constants.js";
import { readEnvironment, type Variables } from "../ts/runner/env.js";
import { assertNoReservedUserMcpName } from "../ts/runner/reserved.js";

function read(variables: Variables) {
  const warnings: string[] = [];
  return { settings: readEnvironment(variables, (message) => warnings.push(message)), warnings };
}

test("RUN-2 the constants are those that other programs are keyed against", () => {
  assert.deepEqual({ ...constants }, {
    INTERNAL_TOOL_MCP_SERVER_NAME: "agenta-tools",
    TOOL_RESULT_RENDER_MAX_CHARS: 4000,
    DEFAULT_HISTORY_MAX_CHARS: 100000,
    DEFAULT_RELAY_POLLING_MS: 300,
    DEFAULT_RELAY_TIMEOUT_MS: 60000,
  });
});

test("RUN-80 an empty environment is the defaults, without a warning", () => {
  for (const variables of [{}, { AGENTA_AGENT_TOOLS_RELAY_DIR: "", AGENTA_AGENT_TOOLS_RELAY_POLLING: "", AGENTA_AGENT_HISTORY_MAX_CHARS: "  " }]) {
    assert.deepEqual(read(variables), {
      settings: {
        relayDir: undefined,
        publicSpecsFile: undefined,
        relayPollingMs: 300,
        relayTimeoutMs: 60000,
        historyMaxChars: 100000,
        denyPermissions: false,
      },
      warnings: [],
    });
  }
});

const numbers = [
  ["AGENTA_AGENT_TOOLS_RELAY_POLLING", "relayPollingMs", 300],
  ["AGENTA_AGENT_TOOLS_RELAY_TIMEOUT", "relayTimeoutMs", 60000],
  ["AGENTA_AGENT_HISTORY_MAX_CHARS", "historyMaxChars", 100000],
] as const;

for (const [name, field, otherwise] of numbers) {
  test(`RUN-80 ${name} takes a whole number; a bad one is the default and one warning that does not repeat it`, () => {
    for (const [text, value] of [["1", 1], ["250", 250], [" 7 ", 7], ["0042", 42]] as const) {
      assert.deepEqual([read({ [name]: text }).settings[field], read({ [name]: text }).warnings], [value, []], text);
    }
    for (const text of ["0", "-1", "1.5", "1e3", "0x10", "NaN", "Infinity", "12345ms", "a secret", "٣", "99999999999999999999", "1,000"]) {
      const { settings, warnings } = read({ [name]: text });
      assert.equal(settings[field], otherwise, text);
      assert.equal(warnings.length, 1, text);
      assert.match(warnings[0]!, new RegExp(`^\`${name}\` is not a whole number of .*: ${otherwise} is used$`));
      assert.equal(warnings[0]!.includes(`\`${text}\``), false);
    }
  });
}

test("RUN-80 a time that no timer can wait is a bad number", () => {
  const { settings, warnings } = read({ AGENTA_AGENT_TOOLS_RELAY_TIMEOUT: "2147483648", AGENTA_AGENT_HISTORY_MAX_CHARS: "2147483648" });
  assert.deepEqual([settings.relayTimeoutMs, settings.historyMaxChars, warnings.length], [60000, 2147483648, 1]);
});

test("PERM-1 the kill switch is on for anything but the words for off", () => {
  for (const [value, on] of [
    [undefined, false], ["", false], ["0", false], ["false", false], ["no", false], ["off", false],
    ["1", true], ["true", true], ["on", true], ["yes", true], ["flase", true], ["of", true], [" ", true], ["off ", true], ["OFF", true], ["00", true], ["null", true],
  ] as const) {
    assert.equal(read({ SANDBOX_AGENT_DENY_PERMISSIONS: value }).settings.denyPermissions, on, String(value));
  }
});

test("RUN-2 a user's server cannot have the reserved name, in any spelling", () => {
  for (const name of ["agenta-tools", "Agenta-Tools", "agenta.tools", "agenta_tools", "AGENTA_TOOLS", "agenta-tools__x", "agenta.tools__x", "__proto__"]) {
    for (const servers of [name, [name], [{ name: "exa" }, { name }]]) {
      assert.throws(() => assertNoReservedUserMcpName(servers), { name: "InvalidDocument", code: "invalid_document" }, name);
    }
  }
  for (const name of [undefined, null, 7, {}]) assert.throws(() => assertNoReservedUserMcpName([{ name: name as string }]), { code: "invalid_document" });
  for (const none of [undefined, []]) assert.doesNotThrow(() => assertNoReservedUserMcpName(none));
  for (const name of ["exa", "agenta", "tools", "my-agenta-tools"]) assert.doesNotThrow(() => assertNoReservedUserMcpName([name, { name }]));
});
