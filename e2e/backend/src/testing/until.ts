import { setTimeout as wait } from 'node:timers/promises';
import { publishLine } from '../../../run-tests/last-lines.ts';
import { timeLeft } from '../../../run-tests/time-left.ts';

type Probed<T> = T | undefined | null | false;

/**
 * Polls until `probe` returns a value: not false, null or undefined. Has no time limit of its own:
 * throws, naming `what`, when the stage of the test run ends.
 */
export async function until<T>(what: string, probe: () => Promise<Probed<T>> | Probed<T>): Promise<T> {
  publishLine(`waits for: ${what}`);
  const endsAt = Date.now() + timeLeft();
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== null && value !== false) return value;
    if (Date.now() > endsAt) throw new Error(`waited for: ${what}`);
    await wait(25);
  }
}
