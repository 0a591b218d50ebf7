import { fork } from 'node:child_process';

/** Starts the development servers in a child process, so that they compile on another core. */
export function startDevServers(root: string, backendUrl: string) {
  const child = fork('shared/federation/src/dev/main.ts', [backendUrl], { cwd: root });
  // Don't leave the child running when this process exits.
  process.once('exit', () => child.kill());
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The development servers exited unexpectedly (${code}).`)));
  });
  const backendIsReady = () => void child.send('ready');
  return { ready, backendIsReady, stop: () => child.kill() };
}
