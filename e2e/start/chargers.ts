import { spawn } from 'node:child_process';

const KILL_AFTER_MS = 5000;
/**
 * Skips certificate checks: the charge points connect to loopback, but the certificate names
 * another host.
 */
const TRUST_LOOPBACK = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };

/** Starts the simulated charge points in a child process. */
export function startChargers(root: string, backendUrl: string, controlPort: number) {
  const child = spawn(
    process.execPath,
    ['e2e/chargers/src/main.ts', '--backend', backendUrl, '--control-port', String(controlPort)],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...(backendUrl.startsWith('https:') && TRUST_LOOPBACK) },
    },
  );
  // Don't leave the child running when this process exits.
  process.once('exit', () => child.kill());
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      console.error(`The simulated charge points could not be started: ${error.message}`);
      resolve();
    });
    child.once('exit', (code) => {
      if (!stopping) console.error(`The simulated charge points exited unexpectedly (${code}).`);
      resolve();
    });
  });
  return {
    /** Terminates the child with SIGTERM, and with SIGKILL after 5 s. */
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await ended;
      clearTimeout(killTimer);
    },
  };
}
