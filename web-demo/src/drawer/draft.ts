/**
 * The document as it is being written, from the first edit until it is saved: its history, what the
 * engine says of it, and what it changes. React reads it as an external store.
 */
import type { Changes, Counts, Edited, Facts, InForce, Looked, Operation, Outline, Ref, Remote } from "../engine/protocol.js";

export interface Snapshot {
  readonly text: string;
  readonly saved: string;
  /** Nothing until the engine has answered for the first time. */
  readonly looked?: Looked;
  /** The text has not been looked at yet. */
  readonly pending: boolean;
  /** What the rows that were asked for show; only of the revision in force. */
  readonly facts: ReadonlyMap<string, Facts>;
  readonly changes?: Changes;
  /** The text that the changes are of. */
  readonly compared?: string;
  readonly counts?: Counts;
  /** What is to be said of the last edit besides its changes. */
  readonly note?: Note;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What is wrong with the tool lists as a whole. */
  readonly catalogFault?: string;
  /** Why the engine does not answer. */
  readonly failed?: string;
}

export interface Note {
  readonly kind: "refused" | "told";
  readonly text: string;
  readonly names?: readonly string[];
}

/** How long a pause in typing has to be before the text is looked at; and before it is a step to undo. */
const PAUSE = 150;
const STEP = 1_000;
/** So many steps can be undone, as long as their texts are not longer than this together. */
const MOST_STEPS = 200;
const MOST_CHARACTERS = 50_000_000;

const MEANWHILE = "the document changed meanwhile, so this was not set";

export const keyOf = ({ group, tool }: Ref) => (tool === undefined ? `${group}` : `${group}/${tool}`);

export class Draft {
  #snapshot: Snapshot;
  readonly #listeners = new Set<() => void>();
  readonly #engine: Remote;
  #past: string[] = [];
  #future: string[] = [];
  #typed = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #counting: ReturnType<typeof setTimeout> | undefined;
  /** Counts what is in force, so that an answer about an earlier one is known. */
  #turn = 0;
  #last: Promise<unknown> = Promise.resolve();
  #asked = new Set<string>();
  /** The rows on the screen, which an edit answers at once. */
  visible: readonly Ref[] = [];

  constructor(engine: Remote, text: string, catalogs: string) {
    this.#engine = engine;
    this.#snapshot = { text, saved: text, pending: true, facts: new Map(), canUndo: false, canRedo: false };
    void this.#try(() => engine.setSaved(text));
    void this.setCatalogs(catalogs);
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = () => this.#snapshot;

  get engine(): Remote {
    return this.#engine;
  }

  /** The tool lists changed. */
  setCatalogs(catalogs: string): Promise<void> {
    return this.#inTurn(async () => {
      const fault = await this.#try(() => this.#engine.setCatalogs(catalogs));
      const { catalogFault: _, ...rest } = this.#snapshot;
      this.#snapshot = { ...rest, ...(fault !== undefined && { catalogFault: fault }) };
      await this.#lookNow();
    });
  }

  /** Another document is the saved one; undo brings back a draft whose place it takes. */
  setSaved(text: string, anew = false): void {
    if (text === this.#snapshot.saved && !(anew && text !== this.#snapshot.text)) return;
    void this.#try(() => this.#engine.setSaved(text));
    if (text !== this.#snapshot.text) {
      this.#remember();
      this.#typed = 0;
      this.#future = [];
      this.#set({ text, pending: true });
    }
    this.#set({ saved: text });
    this.#forgetNote();
    void this.#look();
  }

  /** The text as it is typed, or as it is put in its place. */
  write(text: string, atOnce = false): void {
    const now = Date.now();
    // One step for what is typed without a pause.
    if (atOnce || now - this.#typed > STEP) this.#remember();
    this.#typed = atOnce ? 0 : now;
    this.#future = [];
    this.#forgetNote();
    this.#set({ text, pending: true });
    this.#later(atOnce ? 0 : PAUSE);
  }

  /** One edit by the core, of the server that is shown at this place now. */
  async edit(group: number, operation: Operation): Promise<void> {
    const server = this.#snapshot.looked?.inForce[group]?.server;
    const before = this.#snapshot.text;
    const answered = await this.#inTurn(async () => {
      if (this.#snapshot.pending) await this.#lookNow();
      const { text, looked } = this.#snapshot;
      if (!looked?.ok || looked.inForce[group]?.server !== server) return this.#refuse(MEANWHILE);
      try {
        const edited = await this.#engine.edit(group, operation, this.visible);
        if (this.#snapshot.text === text) return this.#put(edited, looked);
        await this.#lookNow();
        return this.#refuse(MEANWHILE);
      } catch (error) {
        return this.#refuse((error as Error).message);
      }
    });
    // What is not needed for the answer itself comes after it.
    const turn = this.#turn;
    if (!answered) return;
    const changes = await this.#try(() => this.#compare());
    await this.#inTurn(async () => {
      // Looking takes a text into force, so it must be the newest one.
      if (turn !== this.#turn || this.#snapshot.pending) return;
      const known = await this.#try(() => this.#engine.look(answered));
      if (known && this.#snapshot.text === answered) this.#set({ looked: { ...known, ...keepNames(this.#snapshot.looked?.inForce ?? [], known) } });
    });
    if (turn === this.#turn && answered !== before && changes?.total === 0) {
      this.#set({ note: { kind: "told", text: "Written, but no decision is another one now: other settings decide here." } });
    }
  }

  /** Takes the text of an edit, and what the rows on the screen show of it. */
  #put({ text, inForce, facts, dropped }: Edited, looked: Looked): string {
    if (text !== this.#snapshot.text) this.#remember();
    this.#turn++;
    this.#typed = 0;
    this.#future = [];
    this.#asked = new Set(this.visible.map(keyOf));
    const shown = new Map<string, Facts>();
    this.visible.forEach((ref, index) => facts[index] && shown.set(keyOf(ref), facts[index]));
    this.#forgetNote();
    this.#set({
      text,
      // The problems stay until they have been looked for, but no longer have a place.
      looked: { ...looked, ...keepNames(looked.inForce, inForce), problems: looked.problems.map(({ range: _, ...problem }) => problem) },
      facts: shown,
      ...(dropped.length > 0 && { note: { kind: "told", text: "Their own rules were dropped, since the filter hides these tools:", names: dropped } }),
    });
    return text;
  }

  #refuse(text: string): undefined {
    this.#set({ note: { kind: "refused", text } });
  }

  undo(): void {
    this.#step(this.#past, this.#future);
  }

  redo(): void {
    this.#step(this.#future, this.#past);
  }

  /** Back to the saved document; that too can be undone. */
  discard(): void {
    this.write(this.#snapshot.saved, true);
  }

  /** Asks for what rows show, once for each revision. */
  need(refs: readonly Ref[]): void {
    this.visible = refs;
    const missing = refs.filter((ref) => !this.#asked.has(keyOf(ref)));
    if (missing.length === 0 || !this.#snapshot.looked) return;
    for (const ref of missing) this.#asked.add(keyOf(ref));
    const { revision } = this.#snapshot.looked;
    void this.#try(async () => {
      const answers = await this.#engine.facts(missing);
      if (this.#snapshot.looked?.revision !== revision) return;
      const facts = new Map(this.#snapshot.facts);
      missing.forEach((ref, index) => answers[index] && facts.set(keyOf(ref), answers[index]));
      this.#set({ facts });
    });
  }

  #step(from: string[], to: string[]): void {
    const text = from.pop();
    if (text === undefined) return;
    to.push(this.#snapshot.text);
    this.#typed = 0;
    this.#forgetNote();
    this.#set({ text, pending: true });
    void this.#look();
  }

  #remember(): void {
    this.#past.push(this.#snapshot.text);
    const length = () => this.#past.reduce((sum, text) => sum + text.length, 0);
    while (this.#past.length > MOST_STEPS || (this.#past.length > 1 && length() > MOST_CHARACTERS)) this.#past.shift();
  }

  #later(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), pause);
  }

  #look(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#inTurn(() => this.#lookNow());
  }

  async #lookNow(): Promise<void> {
    const turn = ++this.#turn;
    const { text } = this.#snapshot;
    const looked = await this.#try(() => this.#engine.look(text));
    // Whoever wrote another text meanwhile has it looked at, too.
    if (!looked || text !== this.#snapshot.text) return;
    const renewed = looked.revision !== this.#snapshot.looked?.revision;
    if (renewed) this.#asked = new Set();
    this.#set({ looked: { ...looked, ...keepNames(this.#snapshot.looked?.inForce ?? [], looked) }, pending: false, ...(renewed && { facts: new Map() }) });
    if (turn === this.#turn) void this.#try(() => this.#compare());
  }

  /** INVARIANT: one after the other, so that an edit is always of the text that is shown, and none is lost. */
  #inTurn<Value>(task: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(task, task);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #compare(): Promise<Changes> {
    const turn = this.#turn;
    const { text: compared } = this.#snapshot;
    const changes = await this.#engine.changes();
    if (turn === this.#turn) {
      this.#set({ changes, compared });
      // Counting asks for every tool, so it waits for a pause.
      clearTimeout(this.#counting);
      this.#counting = setTimeout(async () => {
        const counts = await this.#try(() => this.#engine.counts());
        if (counts && turn === this.#turn) this.#set({ counts });
      }, PAUSE);
    }
    return changes;
  }

  async #try<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.#set({ failed: (error as Error).message });
      return undefined;
    }
  }

  #forgetNote(): void {
    const { note: _, ...rest } = this.#snapshot;
    this.#snapshot = rest;
  }

  #set(part: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part, canUndo: this.#past.length > 0, canRedo: this.#future.length > 0 };
    for (const listener of this.#listeners) listener();
  }
}

/** What is in force, with the same lists of names where they have not changed: comparing is cheaper than showing anew. */
function keepNames(before: readonly Outline[], now: InForce): InForce {
  const inForce = now.inForce.map((group, place) => {
    const old = before[place]?.tools;
    const same = old?.length === group.tools.length && group.tools.every((tool, index) => tool === old[index]);
    return same ? { ...group, tools: old } : group;
  });
  return { ...now, inForce };
}
