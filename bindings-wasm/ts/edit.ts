/** Edits of policies, comparisons of documents, and the question of the missing tool. */
import type { Call, Catalog, Catalogs, Change, Document, Edit, Permission, Suggestion, Why } from "../types/index.js";
import { nameArgument } from "./argument.js";
import { crossCall } from "./call.js";
import type { Use } from "./engine.js";
import { crossing, optionalCrossing } from "./host.js";

export function makeEdits(use: Use) {
  return {
    setServerPermission(policy: Document, permission: Permission | null): Edit {
      const { form, data } = crossing(policy);
      const wanted = orNull(permission);
      return JSON.parse(use("setServerPermission", (core) => core.setServerPermission(form, data, wanted)));
    },

    setToolPermission(policy: Document, tool: string, permission: Permission | null): Edit {
      const { form, data } = crossing(policy);
      const [name, wanted] = [nameArgument("tool", tool), orNull(permission)];
      return JSON.parse(use("setToolPermission", (core) => core.setToolPermission(form, data, name, wanted)));
    },

    setNewToolPermission(policy: Document, permission: Permission | null): Edit {
      const { form, data } = crossing(policy);
      const wanted = orNull(permission);
      return JSON.parse(use("setNewToolPermission", (core) => core.setNewToolPermission(form, data, wanted)));
    },

    setToolFilter(policy: Document, mode: "all" | "include", names: readonly string[]): Edit {
      const { form, data } = crossing(policy);
      const listed = crossing(names);
      const kind = nameArgument("mode", mode);
      return JSON.parse(use("setToolFilter", (core) => core.setToolFilter(form, data, kind, listed.form, listed.data)));
    },

    askForWriteAndDelete(policy: Document, catalog: Catalog | string | Uint8Array): Edit {
      const { form, data } = crossing(policy);
      const known = crossing(catalog);
      return JSON.parse(use("askForWriteAndDelete", (core) => core.askForWriteAndDelete(form, data, known.form, known.data)));
    },

    diff(before: Document, after: Document, catalogs?: Catalogs): Change[] {
      const [one, other] = [crossing(before), crossing(after)];
      const known = optionalCrossing(catalogs);
      return JSON.parse(use("diff", (core) => core.diff(one.form, one.data, other.form, other.data, known.form, known.data)));
    },

    suggestRule(agent: Document, call: Call | string | Uint8Array, permission: Permission): Suggestion {
      const [document, asked] = [crossing(agent), crossCall(call)];
      const wanted = nameArgument("permission", permission);
      return JSON.parse(use("suggestRule", (core) => core.suggestRule(document.form, document.data, asked.form, asked.data, wanted)));
    },

    why(agent: Document, server: string, tool: string, catalog?: Catalog | string | Uint8Array): Why {
      const { form, data } = crossing(agent);
      const names = [nameArgument("server", server), nameArgument("tool", tool)] as const;
      const known = optionalCrossing(catalog);
      return JSON.parse(use("why", (core) => core.why(form, data, ...names, known.form, known.data)));
    },
  };
}

/** A permission, or null to remove one; only null does that, so that a value that went missing does not. */
function orNull(permission: Permission | null): string | undefined {
  return permission === null ? undefined : nameArgument("permission", permission);
}
