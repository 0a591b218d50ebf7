import { developmentPorts, shellPort } from '../../shared/federation/src/ports.ts';
import { firstTaken, freePort } from '../start/ports.ts';

/** Returns a `PORT` for `pnpm dev`: this port, and those of the remotes after it, are free. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const all = developmentPorts().map((used) => used - shellPort() + port);
    if ((await firstTaken(all)) === undefined) return port;
  }
}
