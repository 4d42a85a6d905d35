/** Harness settings. */
import type { Document, Gate, Harness, Outcome, RenderOptions, Rendered } from "../types/index.js";
import { nameArgument } from "./argument.js";
import { type Choose, run, type Use } from "./engine.js";
import { invalidArgument } from "./errors.js";
import { gateIn, gateOptionsOf } from "./gate.js";
import { crossing, optionalCrossing } from "./host.js";

export function makeHarness(choose: Choose, use: Use) {
  return {
    renderHarness(agentOrGate: Document | Gate, harness: Harness, options: RenderOptions = {}): Rendered {
      const { codexTransports, managedProvider = true, piMcp = false, coverage = true, ...rest } = options;
      for (const [name, value] of Object.entries({ managedProvider, piMcp, coverage })) {
        if (typeof value !== "boolean") throw invalidArgument(`\`${name}\` is neither \`true\` nor \`false\``);
      }
      const { floor, denyAll, trustedHints, catalogs } = gateOptionsOf(rest);
      const word = nameArgument("harness", harness);
      const known = optionalCrossing(catalogs);
      const transports = optionalCrossing(codexTransports);
      const gate = gateIn(agentOrGate);
      if (gate) {
        if (floor !== undefined || denyAll || trustedHints.length > 0) {
          throw invalidArgument("a compiled gate has its own floor, kill switch and trusted hints");
        }
        const engine = choose("renderHarness");
        const handle = gate(engine);
        return JSON.parse(
          run(engine, () =>
            handle.renderHarness(word, known.form, known.data, transports.form, transports.data, managedProvider, piMcp, coverage),
          ),
        );
      }
      const agent = crossing(agentOrGate);
      const above = optionalCrossing(floor);
      return JSON.parse(
        use("renderHarness", (core) =>
          core.renderHarness(
            agent.form,
            agent.data,
            word,
            above.form,
            above.data,
            denyAll,
            trustedHints,
            known.form,
            known.data,
            transports.form,
            transports.data,
            managedProvider,
            piMcp,
            coverage,
          ),
        ),
      );
    },

    predict(harness: Harness, files: Document, servers: Document, version?: string): Record<string, Outcome> {
      const [word, release] = [nameArgument("harness", harness), version === undefined ? undefined : nameArgument("version", version)];
      const [written, known] = [crossing(files), crossing(servers)];
      return JSON.parse(use("predict", (core) => core.predict(word, written.form, written.data, known.form, known.data, release)));
    },
  };
}
