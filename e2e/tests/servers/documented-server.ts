/** Servers of other makers that run with a configuration file from `.docs/hosting`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';

const HOSTING = resolve(import.meta.dirname, '../../../.docs/hosting');

/** Returns the documented file with other texts in place of some of its own. */
export function changedConfig(
  file: string,
  changes: readonly (readonly [documented: string, replacement: string])[],
): string {
  return changes.reduce(
    (config, [documented, replacement]) => {
      if (config.split(documented).length !== 2)
        throw new Error(`${file} must contain '${documented}' exactly once`);
      return config.replace(documented, replacement);
    },
    readFileSync(`${HOSTING}/${file}`, 'utf8'),
  );
}

/** Starts a server, and returns once it accepts connections at its URL. */
export async function startServer(
  command: string,
  args: string[],
  url: string,
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const child = spawn(command, args, { stdio: [...stdio], env: { ...process.env, ...env } });
  const { hostname, port } = new URL(url);
  while (!(await accepts(hostname, Number(port)))) {
    if (child.exitCode !== null) throw new Error(`${command} exited with ${child.exitCode}`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
  return child;
}

const accepts = (host: string, port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, host);
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
