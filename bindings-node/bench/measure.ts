/** Several things timed in turn, so that what else the machine does touches all of them alike. */

export interface Row {
  id: string;
  what: string;
  ratio: number;
  target: number;
  detail: string;
}

/** Nanoseconds for one run of each, as medians over the rounds. */
export function inTurn<Name extends string>(things: Record<Name, () => unknown>, runs: number, rounds = 15): Record<Name, number> {
  const names = Object.keys(things) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -3; round < rounds; round++) {
    for (const name of names) {
      const thing = things[name];
      const start = process.hrtime.bigint();
      for (let run = 0; run < runs; run++) kept = thing();
      if (round >= 0) times[name].push(Number(process.hrtime.bigint() - start) / runs);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}

/** So that no result is thrown away unseen. */
export let kept: unknown;

function median(times: number[]): number {
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)]!;
}

export function time(nanoseconds: number): string {
  if (nanoseconds < 1e3) return `${nanoseconds.toFixed(0)} ns`;
  return nanoseconds < 1e6 ? `${(nanoseconds / 1e3).toFixed(1)} µs` : `${(nanoseconds / 1e6).toFixed(1)} ms`;
}
