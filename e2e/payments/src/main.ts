/**
 * Runs the emulator in a process of its own.
 *
 *   node src/main.ts [--port 3002] [--control-port 3003] [--iugu-notices URL] [--pix-notices URL]
 *     [--state FILE]
 *
 * With a file of the state, payments outlive a restart. Prints one line of JSON, `{"url": …, "controlUrl": …}`, once both servers listen.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SANDBOX_ACCOUNT } from './accounts.ts';
import type { State } from './emulation.ts';
import { startEmulator } from './emulator.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    'iugu-notices': { type: 'string' },
    'pix-notices': { type: 'string' },
    state: { type: 'string' },
  },
});
const { close, state, url, controlUrl } = await startEmulator({
  state: readState(),
  port: Number(values.port),
  controlPort: Number(values['control-port']),
  accounts: [{ ...SANDBOX_ACCOUNT, iuguNotices: values['iugu-notices'], pixNotices: values['pix-notices'] }],
});
console.log(JSON.stringify({ url, controlUrl }));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await close();
    if (values.state) writeFileSync(values.state, JSON.stringify(state));
    process.exit(0);
  });
}

/** Returns the state that an earlier process has left; undefined if there is none. */
function readState(): State | undefined {
  if (!values.state || !existsSync(values.state)) return undefined;
  return JSON.parse(readFileSync(values.state, 'utf8'));
}
