/** The core as a native addon. */
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Core, Engine } from "../../bindings-wasm/ts/engine.js";
import { CallgateError, fromFault } from "../../bindings-wasm/ts/errors.js";

/** What the addon exports beside the core. */
export interface Addon extends Core {
  /** Runs the command line on this process's standard streams; its exit code. */
  runCli(args: string[]): number;
}

/** The addon for this platform, or why there is none. */
export function loadAddon(folder: string): { addon?: Addon; why: string } {
  const require = createRequire(join(folder, "index.cjs"));
  const reasons: string[] = [];
  // Which C library a system has is found out by loading: the wrong addon does not load.
  for (const suffix of ["", "-gnu", "-musl", "-msvc", "-gnueabihf", "-musleabihf"]) {
    const file = `./callgate.${process.platform}-${process.arch}${suffix}.node`;
    try {
      return { addon: require(file) as Addon, why: "" };
    } catch (error) {
      if ((error as { code?: unknown }).code !== "MODULE_NOT_FOUND") reasons.push(`${file}: ${(error as Error).message}`);
    }
  }
  return { why: reasons.join("; ") || `none was built for ${process.platform}-${process.arch}` };
}

export class NativeEngine implements Engine {
  readonly name = "native";
  readonly generation = 0;
  readonly #addon: Addon;

  constructor(addon: Addon) {
    this.#addon = addon;
  }

  core(): Core {
    return this.#addon;
  }

  /** A panic unwinds and leaves nothing half-done behind; its text, which may hold values, is dropped. */
  recover(thrown: unknown): CallgateError {
    const fault = thrown instanceof Error ? fromFault(thrown.message) : undefined;
    return fault ?? new CallgateError("internal", "internal error in the native addon");
  }
}
