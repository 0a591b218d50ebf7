import { setTimeout as wait } from 'node:timers/promises';
import { WAIT_MS } from '../../../run/hang-limit.ts';
import { publishLine } from '../../../run/last-lines.ts';

type Probed<T> = T | undefined | null | false;

/** What simulated clocks do between two polls. */
const passing = new Set<() => Promise<void>>();

/**
 * Runs `pass` between two polls of all waits, in place of a pause: it advances a clock that stands
 * still otherwise. Returns a function that ends this.
 */
export function passTimeInWaits(pass: () => Promise<void>): () => void {
  passing.add(pass);
  return () => void passing.delete(pass);
}

/**
 * Polls until `probe` returns a value: not false, null or undefined. Throws only if the test hangs.
 */
export async function until<T>(what: string, probe: () => Promise<Probed<T>> | Probed<T>): Promise<T> {
  publishLine(`waits for: ${what}`);
  const endsAt = Date.now() + WAIT_MS;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== null && value !== false) return value;
    if (Date.now() > endsAt) throw new Error(`waited for: ${what}`);
    if (passing.size === 0) await wait(25);
    else await Promise.all([...passing].map((pass) => pass()));
  }
}

/** Returns the result of `work`, while simulated time passes. */
export async function resultOf<T>(what: string, work: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  work.then(settle, settle);
  await until(what, () => isSettled);
  return work;
}
