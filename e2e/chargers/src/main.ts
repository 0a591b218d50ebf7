/**
 * Runs simulated charge points in a separate process.
 *
 *   node src/main.ts --backend http://127.0.0.1:3000 [--control-port 3001] [--list file.json]
 *
 * Without `--list` the charge points are those of the backend's sandbox. Prints one line of JSON,
 * `{"controlPort": …}`, once the control server listens. The backend's `/sandbox` page reaches it
 * through CHARGERS_URL.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { createControlServer } from './control-server.ts';
import { Fleet } from './fleet.ts';
import { FleetEntry } from './settings.ts';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'http://127.0.0.1:3000' },
    'control-port': { type: 'string', default: '0' },
    list: { type: 'string' },
  },
});
const { backend, list } = values;

const fleet = new Fleet(`${backend.replace(/^http/, 'ws')}/ocpp`);
const control = createControlServer(fleet);
control.listen(Number(values['control-port']), '127.0.0.1', () => {
  const address = control.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  console.log(JSON.stringify({ controlPort: port }));
});
const entries: unknown = list ? JSON.parse(await readFile(list, 'utf8')) : await fromBackend();
await fleet.add(z.array(FleetEntry).parse(entries));

/** Polls until the backend responds: it may still be starting. */
async function fromBackend(): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${backend}/sandbox/api/charge-points`).catch(() => undefined);
    if (response?.ok) return response.json();
    await wait(500);
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    control.close();
    control.closeAllConnections();
    void fleet.stop().then(() => process.exit(0));
  });
}
