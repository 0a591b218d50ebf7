/**
 * Renders first views in a separate process. The server starts it with this file's text, only `TZ`
 * in its environment, and without access to files, processes and native code. It removes network
 * access before it runs any bundle.
 */
import { builtinModules } from 'node:module';
import { compileFunction } from 'node:vm';

interface ShellBundle {
  addBundle: (id: string, evaluate: unknown) => void;
  planView: (id: string, request: unknown) => unknown;
  render: (id: string, request: unknown) => unknown;
}
type Message =
  | { act: 'shell'; code: string }
  | { act: 'bundle'; bundle: string; code: string }
  | { act: 'planView' | 'render'; bundle: string; request: unknown };

const channel = process;
const REMOVED_GLOBALS = ['process', 'fetch', 'WebSocket', 'EventSource', 'BroadcastChannel', 'navigator'];
// Node makes its modules global for code from the command line.
for (const name of [...REMOVED_GLOBALS, ...builtinModules]) Reflect.deleteProperty(globalThis, name);

let shell: ShellBundle | undefined;

// Code compiled by `compileFunction` without a callback can't import, and a flag of V8 disables
// `eval`.
const compile = (code: string) => compileFunction(code, ['module', 'exports', 'require']);

function loadShell(code: string): void {
  const module: { exports: unknown } = { exports: {} };
  compile(code)(module, module.exports, (name: string) => {
    throw new Error(`${name} is not available`);
  });
  shell = module.exports as ShellBundle;
}

function run(message: Message): unknown {
  if (message.act === 'shell') return loadShell(message.code);
  if (!shell) throw new Error('no shell is loaded');
  if (message.act === 'bundle') return shell.addBundle(message.bundle, compile(message.code));
  return shell[message.act](message.bundle, message.request);
}

channel.on('message', (message: Message) => {
  try {
    channel.send?.({ value: run(message) });
  } catch (error) {
    channel.send?.({ error: String(error) });
  }
});
// The server has exited.
channel.on('disconnect', () => channel.exit());
