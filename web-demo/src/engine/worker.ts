/** The engine in a thread of its own, so that no operation holds up the page. */
import { init } from "callgate-wasm";
import { messageOf } from "./answers.js";
import { LocalEngine } from "./engine.js";
import type { Engine } from "./protocol.js";

export interface Request {
  readonly id: number;
  readonly name: keyof Engine;
  readonly args: readonly unknown[];
}

export type Response = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly fault: string };

const scope = globalThis as unknown as { onmessage: (event: MessageEvent<Request>) => void; postMessage(response: Response): void };
const engine = new LocalEngine() as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
const ready = init();

// What is asked before the module is there waits for it, so that the answers come in order.
scope.onmessage = ({ data: { id, name, args } }) => {
  ready
    .then(() => scope.postMessage({ id, value: engine[name]!(...args) }))
    .catch((error: unknown) => scope.postMessage({ id, fault: messageOf(error) }));
};
