/** Processes that simulate the world around the backend: charge points and payment providers. */
import { spawn } from 'node:child_process';
import type { configuredOptions } from '../backend/src/index.ts';
import { freePort } from './ports.ts';

type BackendOptions = Awaited<ReturnType<typeof configuredOptions>>;

const KILL_AFTER_MS = 5000;
/** In MB. With V8's default, 16, the garbage of loading modules stays. */
const SMALL_HEAP = '--max-semi-space-size=2';
/**
 * Skips certificate checks: the simulators connect to loopback, but the certificate names another
 * host.
 */
const TRUST_LOOPBACK = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };

interface Simulated {
  chargersUrl?: string;
  emulator?: { url: string; controlUrl: string };
}

/**
 * Returns the URLs, on ports that are free at the moment, of what has to be simulated for a backend:
 * nothing in production, and nothing that its options already name.
 */
export async function simulatedUrls(options: Partial<BackendOptions>): Promise<Simulated> {
  const { sandbox, chargersUrl, payment, payments } = options;
  if (!sandbox) return {};
  const newUrl = async () => `http://127.0.0.1:${await freePort()}`;
  return {
    ...(!chargersUrl && { chargersUrl: await newUrl() }),
    ...(!payment && !payments && { emulator: { url: await newUrl(), controlUrl: await newUrl() } }),
  };
}

/** Returns the folder in which Node keeps compiled code for the next start. */
export const compileCache = (root: string) => `${root}.cache/compiled`;

/** Returns the file, beside the database, in which the payment providers' emulator keeps its payments. */
export const stateFile = (dataDir: string) => `${dataDir.replace(/\/$/, '')}.payments.json`;

/**
 * Starts a child process for each of the URLs.
 * @param dataDir folder of the embedded database, even if another one is used
 */
export function startSimulators(
  root: string,
  backendUrl: string,
  dataDir: string,
  { chargersUrl, emulator }: Simulated,
) {
  const start = (name: string, script: string, ...args: string[]) =>
    startChild(root, name, [script, '--backend', backendUrl, ...args]);
  const children: ReturnType<typeof startChild>[] = [];
  if (chargersUrl) {
    const args = ['--control-port', portOf(chargersUrl)];
    children.push(start('simulated charge points', 'e2e/chargers/src/main.ts', ...args));
  }
  if (emulator) {
    const ports = ['--port', portOf(emulator.url), '--control-port', portOf(emulator.controlUrl)];
    const args = [...ports, '--state', stateFile(dataDir)];
    children.push(start("payment providers' emulator", 'e2e/payments/src/main.ts', ...args));
  }
  return {
    /** Terminates the children with SIGTERM, and with SIGKILL after 5 s. */
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}

const portOf = (url: string) => new URL(url).port;

function startChild(root: string, name: string, args: string[]) {
  const child = spawn(process.execPath, [SMALL_HEAP, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      NODE_COMPILE_CACHE: compileCache(root),
      ...process.env,
      ...(args.some((arg) => arg.startsWith('https:')) && TRUST_LOOPBACK),
    },
  });
  // Don't leave the child running when this process exits.
  process.once('exit', () => child.kill());
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      console.error(`The ${name} could not be started: ${error.message}`);
      resolve();
    });
    child.once('exit', (code) => {
      if (!stopping) console.error(`The ${name} exited unexpectedly (${code}).`);
      resolve();
    });
  });
  return {
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await ended;
      clearTimeout(killTimer);
    },
  };
}
