import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Starts one of the product's programs. Prints its errors and passes each line of its output to
 * `onLine`.
 */
export function startChild(
  script: string,
  args: string[],
  env: Record<string, string>,
  onLine: (line: string) => void = (line) => console.log(line),
): ChildProcess {
  const child = spawn(process.execPath, [resolve(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  return child;
}

/** Terminates a child with SIGTERM, and with SIGKILL after 10 s. */
export function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(killTimer);
      done();
    });
    child.kill('SIGTERM');
  });
}
