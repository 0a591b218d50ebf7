/** Starts the shell's server on `PORT`, which proxies API calls, and a server for each remote. */
import { once } from 'node:events';
import { remoteNames, shellPort } from '../workspace.ts';
import { serveRemote } from './serve-remote.ts';
import { serveShell } from './serve-shell.ts';

const [backendUrl = ''] = process.argv.slice(2);
// `preset.ts` reads it when the configurations are loaded.
process.env.NODE_ENV = 'development';
const backend = once(process, 'message');
const origins = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${shellPort()}`);
await Promise.all([
  serveShell(backendUrl, backend),
  ...remoteNames().map((name) => serveRemote(name, origins)),
]);
process.send?.('ready');
// Don't outlive the process that started this one.
process.once('disconnect', () => process.exit());
