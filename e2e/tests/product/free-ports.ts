import { developmentPorts, shellPort } from '../../../shared/federation/src/workspace.ts';
import { firstTaken, freePort } from '../../start/ports.ts';

/** Returns a `PORT` for `pnpm dev` that is free, as are the remotes' ports after it. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const ports = developmentPorts().map((used) => used - shellPort() + port);
    if ((await firstTaken(ports)) === undefined) return port;
  }
}
