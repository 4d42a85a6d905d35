/** Edits of policies, and comparisons of documents. */
import type { Call, Catalog, Catalogs, Change, Document, Edit, Permission, Suggestion } from "../types/index.js";
import { nameArgument } from "./argument.js";
import { crossCall } from "./call.js";
import type { Use } from "./engine.js";
import { CallgateError, InvalidEdit } from "./errors.js";
import { crossing, TEXT } from "./host.js";

/** Codes that say something of the call or of us, not of the edit. */
const NOT_ABOUT_EDITS: ReadonlySet<string> = new Set(["invalid_document", "invalid_argument", "internal", "not_ready"]);

export function makeEdits(use: Use) {
  const edit = <T>(...[operation, call]: Parameters<typeof use<string>>): T => {
    try {
      return JSON.parse(use(operation, call)) as T;
    } catch (error) {
      if (!(error instanceof CallgateError) || NOT_ABOUT_EDITS.has(error.code)) throw error;
      throw new InvalidEdit(error.code, error.message);
    }
  };

  return {
    setServerPermission(policy: Document, permission: Permission | null): Edit {
      const { form, data } = crossing(policy);
      const wanted = orNull(permission);
      return edit("setServerPermission", (core) => core.setServerPermission(form, data, wanted));
    },

    setToolPermission(policy: Document, tool: string, permission: Permission | null): Edit {
      const { form, data } = crossing(policy);
      const [name, wanted] = [nameArgument("tool", tool), orNull(permission)];
      return edit("setToolPermission", (core) => core.setToolPermission(form, data, name, wanted));
    },

    setNewToolPermission(policy: Document, permission: Permission | null): Edit {
      const { form, data } = crossing(policy);
      const wanted = orNull(permission);
      return edit("setNewToolPermission", (core) => core.setNewToolPermission(form, data, wanted));
    },

    setToolFilter(policy: Document, mode: "all" | "include", names: readonly string[]): Edit {
      const { form, data } = crossing(policy);
      const listed = crossing(names);
      const kind = nameArgument("mode", mode);
      return edit("setToolFilter", (core) => core.setToolFilter(form, data, kind, listed.form, listed.data));
    },

    askForWriteAndDelete(policy: Document, catalog: Catalog | string | Uint8Array): Edit {
      const { form, data } = crossing(policy);
      const known = crossing(catalog);
      return edit("askForWriteAndDelete", (core) => core.askForWriteAndDelete(form, data, known.form, known.data));
    },

    diff(before: Document, after: Document, catalogs?: Catalogs): Change[] {
      const [one, other] = [crossing(before), crossing(after)];
      const known = catalogs === undefined ? undefined : crossing(catalogs);
      const form = known?.form ?? TEXT;
      return JSON.parse(use("diff", (core) => core.diff(one.form, one.data, other.form, other.data, form, known?.data)));
    },

    suggestRule(agent: Document, call: Call | string | Uint8Array, permission: Permission): Suggestion {
      const [document, asked] = [crossing(agent), crossCall(call)];
      const wanted = nameArgument("permission", permission);
      return edit("suggestRule", (core) => core.suggestRule(document.form, document.data, asked.form, asked.data, wanted));
    },
  };
}

/** A permission, or null to remove one; only null does that, so that a value that went missing does not. */
function orNull(permission: Permission | null): string | undefined {
  return permission === null ? undefined : nameArgument("permission", permission);
}
