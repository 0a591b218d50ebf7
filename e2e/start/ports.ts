import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Operating systems assign ephemeral ports from a higher range. */
const [FIRST, AFTER_LAST] = [20_000, 30_000];

/** Returns whether a port can be listened on. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** Returns the first of `ports` that can't be listened on. */
export async function firstTaken(ports: number[]): Promise<number | undefined> {
  for (const port of ports) if (!(await isFree(port))) return port;
  return undefined;
}

/**
 * Returns a port that is free at the moment, and that the system doesn't assign to another program.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, AFTER_LAST);
    if (await isFree(port)) return port;
  }
}
