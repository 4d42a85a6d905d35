/** The public operations over a choice of engines. */
import type { Catalogs, Document, Harness, Report, SessionEntry } from "../types/index.js";
import { nameArgument } from "./argument.js";
import { makeChannel } from "./channel.js";
import { makeEdits } from "./edit.js";
import { type Choose, run, type Use } from "./engine.js";
import { gateClass } from "./gate.js";
import { makeHarness } from "./harness.js";
import { crossing, optionalCrossing } from "./host.js";
import { ledgerClass, makeApprovals } from "./ledger.js";
import { makeTranscripts, recorderClass } from "./transcript.js";

export function makeApi(choose: Choose) {
  const use: Use = (operation, call) => run(choose(operation), call);

  return {
    version: (): string => use("version", (core) => core.version()),

    validate(agent: Document, catalogs?: Catalogs): Report {
      const { form, data } = crossing(agent);
      const known = optionalCrossing(catalogs);
      return JSON.parse(use("validate", (core) => core.validate(form, data, known.form, known.data)));
    },

    validateServer(server: Document): Report {
      const { form, data } = crossing(server);
      return JSON.parse(use("validateServer", (core) => core.validateServer(form, data)));
    },

    jsonSchema: (): Record<string, unknown> => JSON.parse(use("jsonSchema", (core) => core.jsonSchema())),

    toWire(server: Document): Record<string, unknown> {
      const { form, data } = crossing(server);
      return JSON.parse(use("toWire", (core) => core.toWire(form, data)));
    },

    materialize(server: Document, secrets: Document, gateway?: Document | null): SessionEntry {
      const { form, data } = crossing(server);
      const known = crossing(secrets);
      const route = optionalCrossing(gateway ?? undefined);
      return JSON.parse(use("materialize", (core) => core.materialize(form, data, known.form, known.data, route.form, route.data)));
    },

    toolName(server: string, tool: string, harness: Harness = "claude"): string {
      const names = [nameArgument("server", server), nameArgument("tool", tool), nameArgument("harness", harness)] as const;
      return use("toolName", (core) => core.toolName(...names));
    },

    Gate: gateClass(choose),

    Ledger: ledgerClass(choose),
    ArgumentRecorder: recorderClass(choose),

    ...makeEdits(use),
    ...makeApprovals(use),
    ...makeChannel(use),
    ...makeTranscripts(use),
    ...makeHarness(choose, use),
  };
}
