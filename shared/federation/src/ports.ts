/**
 * Ports of the development servers: the shell's (`PORT`), followed by one for each remote, sorted
 * by name.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REMOTES = fileURLToPath(new URL('../../../remotes', import.meta.url));

/** Returns the names of the workspace's remotes: the folders of `remotes/`. */
export function remoteNames(): string[] {
  return readdirSync(REMOTES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export function shellPort(): number {
  return Number(process.env.PORT ?? 3000);
}

/** Returns every port that a development server listens on. */
export function developmentPorts(): number[] {
  return [shellPort(), ...remoteNames().map(remotePort)];
}

export function remotePort(name: string): number {
  return shellPort() + 1 + remoteNames().indexOf(name);
}
