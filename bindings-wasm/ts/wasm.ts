/** The core as a wasm module. */
import * as glue from "../build/glue/callgate.js";
import type { Core, Engine } from "./engine.js";
import { CallgateError, fromFault } from "./errors.js";

/** Where the module comes from: its bytes, the compiled module, or an address to fetch. */
export type WasmSource = BufferSource | WebAssembly.Module | Response | URL | string;

/**
 * An engine on the one instance of this JavaScript realm.
 *
 * `read` gives the module's bytes at once where that is possible (Node), so that nothing has to be
 * awaited there.
 */
export class WasmEngine implements Engine {
  readonly name = "wasm";
  generation = 0;
  #ready = false;
  #starting: Promise<void> | undefined;

  constructor(readonly read: () => Uint8Array | undefined) {}

  core(): Core {
    if (!this.#ready) this.#startNow();
    return glue;
  }

  /** Fetches and starts the module, once; later calls wait for the same start. */
  init(source: WasmSource | PromiseLike<WasmSource>): Promise<void> {
    if (this.#ready) return Promise.resolve();
    this.#starting ??= this.#start(source).catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #start(source: WasmSource | PromiseLike<WasmSource>): Promise<void> {
    const module = await compileModule(await source);
    if (!this.#ready) glue.initSync({ module });
    this.#ready = true;
  }

  #startNow(): void {
    const bytes = this.read();
    if (!bytes) throw new CallgateError("not_ready", "the wasm module is not loaded yet: `await init()` first");
    glue.initSync({ module: new WebAssembly.Module(bytes as BufferSource) });
    this.#ready = true;
  }

  /**
   * INVARIANT: an instance is used again only after it has thrown a fault in so many words. A trap,
   * or the host's stack running out within it, may leave the memory half-written, and a decision out
   * of such memory could be anything (QUAL-35).
   */
  recover(thrown: unknown): CallgateError {
    const fault = typeof thrown === "string" ? fromFault(thrown) : undefined;
    if (fault) return fault;
    this.generation++;
    glue.__wbg_reset_state();
    return new CallgateError("internal", "internal error in the wasm module; it was started afresh");
  }
}

async function compileModule(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const response = typeof source === "string" || source instanceof URL ? await fetch(source) : source;
  if (!(response instanceof Response)) return WebAssembly.compile(response as BufferSource);
  if (!response.ok) throw new CallgateError("not_ready", `the wasm module could not be fetched: status ${response.status}`);
  // Compiling while it downloads needs the right content type, which not every static server sends.
  const streams = response.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
