/**
 * `pnpm dev`: runs shell and remotes on their development servers, with Fast Refresh of remotes
 * inside the shell, together with the backend and the simulated charge points. The shell listens on
 * `PORT` (3000), the remotes on the ports after it.
 *
 * `pnpm dev NAME --shell URL`: runs one remote inside a deployed shell, as `pnpm remote dev` does.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { developmentPorts, remoteNames, remotePort, shellPort } from '../shared/federation/src/workspace.ts';
import { configuredOptions } from './backend/src/configured-options.ts';
import { firstTaken, freePort } from './start/ports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `pnpm dev                                everything on this machine
pnpm dev <name> --shell <https://…>     one remote inside a deployed shell

--source <folder>  the remote's source, if not remotes/<name>`;

const options = await configuredOptions(process.env).catch((error: Error) => exitWithMessage(error.message));
const { name, shell, source } = readArguments();
const taken = await firstTaken(name ? [remotePort(name)] : developmentPorts());
if (taken) exitWithMessage(`Port ${taken} is taken. Choose another one: PORT=${taken + 1} pnpm dev`);
if (name && shell) {
  const { developInShell } = await import('../shared/federation/src/dev/develop-in-shell.ts');
  await developInShell(name, shell, source);
} else await developAll();

async function developAll() {
  const backendPort = await freePort();
  const backendUrl = `http://127.0.0.1:${backendPort}`;
  const servers = startDevServers(ROOT, backendUrl);
  // Loading the backend takes as long as the first compilation, which runs at the same time.
  const { startBackend } = await import('./start/start-backend.ts');
  const ofDevelopment = {
    // Not the folder of `pnpm start`, which may run at the same time.
    dataDir: options.dataDir ?? `${ROOT}.data/development`,
    port: backendPort,
    host: '127.0.0.1',
    // Requests come through the shell's server, so the backend can't see the URL of the page.
    webAppUrl: options.webAppUrl ?? `http://localhost:${shellPort()}`,
    tls: undefined,
    webAppDir: undefined,
  };
  const { stop, message } = await startBackend(ROOT, { ...options, ...ofDevelopment });
  servers.backendIsReady();
  await servers.ready;
  console.log(await message(shellPort()));

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      servers.stop();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { shell: { type: 'string' }, source: { type: 'string' } },
    });
    const [name] = positionals;
    const isComplete = (name === undefined) === (values.shell === undefined);
    if (!isComplete || (values.shell && !URL.canParse(values.shell))) throw new Error(USAGE);
    if (name && !remoteNames().includes(name)) throw new Error(`There is no remotes/${name}`);
    return { name, ...values };
  } catch (error) {
    return exitWithMessage(error instanceof Error ? error.message : String(error));
  }
}

function exitWithMessage(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Starts the development servers in a child process, so that they compile on another core. */
function startDevServers(root: string, backendUrl: string) {
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
