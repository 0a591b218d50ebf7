/** The development servers' ports: the shell's (`PORT`), then one for each remote, by name. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REMOTES = fileURLToPath(new URL('../../../remotes', import.meta.url));

export function remoteNames(): string[] {
  return readdirSync(REMOTES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export function shellPort(): number {
  return Number(process.env.PORT ?? 3000);
}

export function developmentPorts(): number[] {
  return [shellPort(), ...remoteNames().map(remotePort)];
}

export function remotePort(name: string): number {
  return shellPort() + 1 + remoteNames().indexOf(name);
}
