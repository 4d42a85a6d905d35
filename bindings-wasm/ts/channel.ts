/** A run's own tools over MCP, tokens, and pinned definitions. */
import type { AdvertisedTool, Catalog, Catalogs, Document, PinComparison, Pins, ToolSpec } from "../types/index.js";
import { nameArgument } from "./argument.js";
import type { Use } from "./engine.js";
import { type Crossing, crossing, isPlain, optionalCrossing } from "./host.js";

export function makeChannel(use: Use) {
  return {
    advertise(specs: readonly ToolSpec[] | string | Uint8Array): AdvertisedTool[] {
      const { form, data } = crossSpecs(specs);
      return JSON.parse(use("advertise", (core) => core.advertise(form, data)));
    },

    missingArguments(spec: Pick<ToolSpec, "inputSchema" | "input_schema"> | string | Uint8Array, args?: unknown): string[] {
      const { form, data } = crossing(publicPart(spec));
      const given = optionalCrossing(args);
      return JSON.parse(use("missingArguments", (core) => core.missingArguments(form, data, given.form, given.data)));
    },

    pinCatalogs(agent: Document, catalogs: Catalogs): Pins {
      const [document, known] = [crossing(agent), crossing(catalogs)];
      return JSON.parse(use("pinCatalogs", (core) => core.pinCatalogs(document.form, document.data, known.form, known.data)));
    },

    comparePins(pins: Document, server: string, catalog: Catalog | string | Uint8Array): PinComparison[] {
      const [pinned, shown] = [crossing(pins), crossing(catalog)];
      const name = nameArgument("server", server);
      return JSON.parse(use("comparePins", (core) => core.comparePins(pinned.form, pinned.data, name, shown.form, shown.data)));
    },

    mintToken,
  };
}

/** 32 random bytes of the platform as base64url without padding. */
function mintToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The fields of a spec that the core reads. */
const PUBLIC = ["name", "description", "inputSchema", "input_schema", "annotations"] as const;

function crossSpecs(specs: unknown): Crossing {
  const plain = Array.isArray(specs) && Object.getPrototypeOf(specs) === Array.prototype;
  return crossing(plain ? Array.from(specs, publicPart) : specs);
}

/**
 * The spec with its private fields left behind: they need be no JSON (a function that runs the tool),
 * and what must never be shown need not cross either (RUN-26).
 */
function publicPart(spec: unknown): unknown {
  if (typeof spec !== "object" || spec === null || Array.isArray(spec) || !isPlain(Object.getPrototypeOf(spec))) return spec;
  const copy: Record<string, unknown> = Object.create(null);
  try {
    for (const key of PUBLIC) {
      if (Object.hasOwn(spec, key)) copy[key] = (spec as Record<string, unknown>)[key];
    }
    return copy;
  } catch {
    // Read as it stands, for the refusal with its place.
    return spec;
  }
}
