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

/** Starts a server, and returns once it accepts connections at its port of this machine. */
export async function startServer(
  command: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let messages = '';
  child.stderr.on('data', (chunk) => {
    messages += chunk;
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${command} exited with ${child.exitCode}: ${messages}`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
  return child;
}

const accepts = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1');
    socket
      .once('error', () => done(false))
      .once('connect', () => {
        socket.destroy();
        done(true);
      });
  });
