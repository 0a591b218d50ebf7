import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, test as anyTest, beforeAll, expect } from '@rstest/core';
import { startBreakableProxy } from '../../../../tests/breakable-proxy.ts';
import { ensureNats } from '../../../../tests/ensure-nats.ts';
import { startNats, type TestNats } from '../../../../tests/nats.ts';
import { HOUR_MS } from '../time.ts';
import type { Bus, BusEvent } from './bus.ts';
import { openBus } from './nats-bus.ts';

/** Skipped if nats-server is missing and can't be installed. */
const test = ensureNats() ? anyTest : anyTest.skip;

let nats: TestNats;
beforeAll(async () => {
  if (ensureNats()) nats = await startNats();
});
afterAll(() => nats?.stop());

const open: Bus[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
});

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const newPrefix = () => `test-${randomBytes(4).toString('hex')}`;

async function openInstance(natsPrefix: string, natsUrl = nats.url) {
  const bus = await openBus({ natsUrl, natsPrefix, log });
  open.push(bus);
  const received: BusEvent[] = [];
  let missed = 0;
  bus.subscribe((event) => received.push(event));
  bus.onMissed(() => {
    missed += 1;
  });
  return { bus, received, missed: () => missed };
}

/** Opens two buses, and publishes until the second one's subscription is known to the server. */
async function connectBoth(natsPrefix: string) {
  const [a, b] = [await openInstance(natsPrefix), await openInstance(natsPrefix)];
  await expect
    .poll(async () => {
      await a.bus.publish({ kind: 'order', orderId: 0 });
      return b.received.length;
    })
    .toBeGreaterThan(0);
  return [a, b] as const;
}
const ordersOf = (events: BusEvent[]) =>
  events.flatMap((event) => (event.kind === 'order' && event.orderId > 0 ? event.orderId : []));

test('delivers an event once to each instance, itself included, and to no other deployment', async () => {
  const [a, b] = await connectBoth(newPrefix());
  const stranger = await openInstance(newPrefix());
  for (const orderId of [1, 2, 3]) await a.bus.publish({ kind: 'order', orderId });
  expect(ordersOf(a.received)).toEqual([1, 2, 3]);
  await expect.poll(() => ordersOf(b.received)).toEqual([1, 2, 3]);
  await b.bus.publish({ kind: 'order', orderId: 4 });
  await expect.poll(() => ordersOf(a.received)).toEqual([1, 2, 3, 4]);
  expect(ordersOf(b.received)).toEqual([1, 2, 3, 4]);
  expect(stranger.received).toEqual([]);
});

test("returns the reply of the subject's responder, whatever characters the subject contains", async () => {
  const [a, b] = await connectBoth(newPrefix());
  const subject = 'charger.SP 1.*.>é';
  const removeResponder = b.bus.respond(subject, async (text) => `${text} heard`);
  await expect
    .poll(() => a.bus.request(subject, 'start', 1000))
    .toEqual({ outcome: 'reply', text: 'start heard' });
  removeResponder();
  await expect.poll(() => a.bus.request(subject, 'start', 1000)).toEqual({ outcome: 'no responders' });
});

test('reports that a subject has no responder without a timeout, and times out when there is no reply', async () => {
  const [a, b] = await connectBoth(newPrefix());
  expect(await a.bus.request('charger.gone', '', HOUR_MS)).toEqual({ outcome: 'no responders' });
  b.bus.respond('charger.slow', () => new Promise(() => undefined));
  await expect.poll(() => a.bus.request('charger.slow', '', 100)).toEqual({ outcome: 'timeout' });
});

test('leaves a request to another responder if one returns undefined', async () => {
  const prefix = newPrefix();
  const [a, b] = await connectBoth(prefix);
  const c = await openInstance(prefix);
  b.bus.respond('charger.moved', async () => undefined);
  c.bus.respond('charger.moved', async () => 'from the newer connection');
  await expect
    .poll(() => a.bus.request('charger.moved', '', 1000))
    .toEqual({ outcome: 'reply', text: 'from the newer connection' });
});

test('serves its own instance while NATS is down, and reports a gap to all instances when it is back', async () => {
  const prefix = newPrefix();
  const [a, b] = await connectBoth(prefix);
  b.bus.respond('charger.1', async () => 'here');
  await nats.stop();
  await expect.poll(() => [a.bus.isConnected(), b.bus.isConnected()]).toEqual([false, false]);
  const late = await openInstance(prefix);
  expect(late.bus.isConnected()).toBe(false);
  await a.bus.publish({ kind: 'order', orderId: 7 });
  expect(ordersOf(a.received)).toEqual([7]);
  expect(await a.bus.request('charger.1', '', 5000)).toEqual({ outcome: 'unreachable' });

  await nats.start();
  for (const one of [a, b, late]) await expect.poll(() => one.bus.isConnected()).toBe(true);
  for (const one of [a, b, late]) await expect.poll(() => one.missed()).toBeGreaterThan(0);
  await expect.poll(() => a.bus.request('charger.1', '', 1000)).toEqual({ outcome: 'reply', text: 'here' });
  await late.bus.publish({ kind: 'order', orderId: 8 });
  await expect.poll(() => ordersOf(b.received)).toContain(8);
});

test('retries while a server accepts connections but does not respond, and reports the gap to other instances', async () => {
  const prefix = newPrefix();
  const proxy = await startBreakableProxy(nats.url.replace('nats', 'http'));
  const a = await openInstance(prefix, proxy.url.replace('http', 'nats'));
  const b = await openInstance(prefix);
  await expect.poll(() => a.bus.isConnected()).toBe(true);
  proxy.stall();
  await expect.poll(() => a.bus.isConnected()).toBe(false);
  const missedBefore = b.missed();
  proxy.restore();
  await expect.poll(() => a.bus.isConnected()).toBe(true);
  await expect.poll(() => b.missed()).toBeGreaterThan(missedBefore);
  await proxy.close();
});

test('closes while NATS is down', async () => {
  const { bus } = await openInstance(newPrefix());
  await nats.stop();
  await bus.close();
  await nats.start();
});
