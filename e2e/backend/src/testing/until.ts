import { setTimeout as wait } from 'node:timers/promises';
import { WAIT_MS } from '../../../run/hang-limit.ts';
import { publishLine } from '../../../run/last-lines.ts';

type Probed<T> = T | undefined | null | false;

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
    await wait(25);
  }
}
