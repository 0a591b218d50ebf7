/**
 * Runs the emulator in a process of its own.
 *
 *   node src/main.ts [--port 3002] [--control-port 3003] [--iugu-notices URL] [--pix-notices URL]
 *
 * Prints one line of JSON, `{"url": …, "controlUrl": …}`, once both servers listen.
 */
import { parseArgs } from 'node:util';
import { SANDBOX_ACCOUNT } from './accounts.ts';
import { startEmulator } from './emulator.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    'iugu-notices': { type: 'string' },
    'pix-notices': { type: 'string' },
  },
});
const { close, url, controlUrl } = await startEmulator({
  port: Number(values.port),
  controlPort: Number(values['control-port']),
  accounts: [{ ...SANDBOX_ACCOUNT, iuguNotices: values['iugu-notices'], pixNotices: values['pix-notices'] }],
});
console.log(JSON.stringify({ url, controlUrl }));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close().then(() => process.exit(0)));
}
