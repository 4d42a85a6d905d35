/** The engine as the page sees it: every operation a promise. */
import type { Engine, Remote } from "./protocol.js";
import type { Request, Response } from "./worker.js";

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const NAMES = ["setCatalogs", "setSaved", "look", "facts", "edit", "counts", "changes", "attempt", "suggest", "preview", "why", "locate"] as const satisfies readonly (keyof Engine)[];

export interface Connection {
  readonly engine: Remote;
  close(): void;
}

/** Starts an engine; answers come in the order of the questions. */
export function connect(): Connection {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let broken: Error | undefined;

  worker.onmessage = ({ data }: MessageEvent<Response>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ("fault" in data) asked?.reject(new Error(data.fault));
    else asked?.resolve(data.value);
  };
  worker.onerror = ({ message }) => {
    broken = new Error(message || "the script could not be loaded");
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
  };

  const ask = (name: keyof Engine, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      const id = ++last;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, args } satisfies Request);
    });
  const engine = Object.fromEntries(NAMES.map((name) => [name, (...args: unknown[]) => ask(name, args)])) as unknown as Remote;
  return { engine, close: () => worker.terminate() };
}
