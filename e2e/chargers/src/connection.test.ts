import { Duplex } from 'node:stream';
import { expect, test } from '@rstest/core';
import { ChargePoint } from './charge-point.ts';
import type { Runtime } from './runtime.ts';

test('opens connections and waits between them only by its runtime', async () => {
  let connections = 0;
  const timers: { ms: number; task: () => void }[] = [];
  const runtime: Runtime = {
    clock: {
      now: () => new Date(0),
      after(ms, task) {
        timers.push({ ms, task });
        return () => undefined;
      },
      every: () => () => undefined,
    },
    randomness: { fraction: () => 0.5 },
    websocket: {
      createConnection() {
        connections += 1;
        const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
        setImmediate(() => socket.destroy(new Error('the link is cut')));
        return socket;
      },
    },
  };
  const endpoint = 'ws://central-system.example/ocpp';
  const chargePoint = new ChargePoint({ id: 'CP-1', endpoint, connectors: [], reconnectMs: 1000, runtime });
  chargePoint.start();
  const pauses: (number | undefined)[] = [];
  for (const attempt of [1, 2, 3]) {
    await expect.poll(() => timers.length).toBe(attempt);
    pauses.push(timers.at(-1)?.ms);
    timers.at(-1)?.task();
  }
  expect(pauses).toEqual([1000, 2000, 4000]);
  await expect.poll(() => connections).toBe(4);
  await chargePoint.stop();
});
