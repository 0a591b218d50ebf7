/** The development servers' ports: the shell's (`PORT`), then one for each remote, by name. */
import { readdirSync } from 'node:fs';
import { IN_WORKSPACE, ROOT } from './root.ts';

/** Names of the workspace's remotes; none in another repository. */
export function remoteNames(): string[] {
  if (!IN_WORKSPACE) return [];
  return readdirSync(`${ROOT}remotes`, { withFileTypes: true })
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
  return shellPort() + 1 + Math.max(0, remoteNames().indexOf(name));
}
