import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, type LiveEvent, PRODUCT } from '@shared/contract';
import { INVALID_USER, liveProtocol, parseLiveFrame } from '@shared/contract/live';
import { WebSocket } from 'ws';
import type { Backend } from '../../app.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import { systemClock } from '../../platform/clock.ts';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints, connectors, orders, transactions } from '../../platform/database/schema.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { addUser, callApi, demoTokens, startTestBackend } from '../../testing/test-backend.ts';
import { issueToken } from '../people/auth/tokens.ts';

const { logTo, lines } = captureLog();
let backend: Backend;
let tokens: Awaited<ReturnType<typeof demoTokens>>;
let clock = new Date('2026-03-02T15:00:00Z');
/** A connector of the first site. */
let chargePointId = '';
let siteId = 0;
const open: WebSocket[] = [];

beforeAll(async () => {
  backend = await startTestBackend({ seed: true, clock: { ...systemClock, now: () => clock }, logTo });
  tokens = await demoTokens(backend);
  const [point] = await backend.context.db.select().from(chargePoints).orderBy(chargePoints.siteId).limit(1);
  chargePointId = point?.id ?? '';
  siteId = point?.siteId ?? 0;
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await backend.close();
});

interface Listener {
  socket: WebSocket;
  received: LiveEvent[];
  closed: Promise<{ code: number; reason: string }>;
}

const startError = (): BusEvent => ({
  kind: 'startError',
  userId: tokens.ana.id,
  errorCode: 'Invalid',
  chargePointId,
  connectorId: 1,
});

/**
 * Opens a socket and waits for the echo of a heartbeat, after which it receives its user's events.
 */
async function listen(token: string): Promise<Listener> {
  const url = `${backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${token}`;
  const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)]);
  open.push(socket);
  const received: LiveEvent[] = [];
  socket.on('message', (data) => {
    const event = parseLiveFrame(String(data));
    if (event) received.push(event);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send('{"type":"heartbeat"}');
  await expect.poll(() => received).not.toEqual([]);
  return { socket, received, closed };
}

const eventsOfType = (listener: Listener, type: LiveEvent['type']) =>
  listener.received.filter((event) => event.type === type);

test('uses the sub-protocol, echoes heartbeats and ignores malformed frames', async () => {
  const ana = await listen(tokens.ana.token);
  expect(ana.socket.protocol).toBe(liveProtocol(PRODUCT.slug));
  ana.socket.send('{');
  ana.socket.send('[]');
  ana.socket.send('{"type":"heartbeat"}');
  await expect.poll(() => eventsOfType(ana, 'heartbeat')).toHaveLength(2);
});

test('closes a connection with too large a frame, which is no error of the server', async () => {
  const { socket, closed } = await listen(tokens.ana.token);
  const before = lines.length;
  socket.send('x'.repeat(5000));
  expect(await closed).toMatchObject({ code: 1009 });
  const logged = () => lines.slice(before).map((line) => JSON.parse(line));
  await expect.poll(logged).toMatchObject([{ level: 40, msg: 'a live connection failed' }]);
});

test('closes a connection with an unknown token and sends the reason', async () => {
  const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=x`);
  open.push(socket);
  const reason = await new Promise((resolve) => socket.on('close', (_code, text) => resolve(String(text))));
  expect(reason).toBe(INVALID_USER);
});

test("closes the sockets of ended sessions with the reason, and keeps the calling session's open", async () => {
  const { now } = backend.context;
  const eva = await addUser(backend, 'eva');
  const other = await listen(await issueToken(backend.context, eva.id, now()));
  const own = await listen(eva.token);
  const { status } = await callApi(backend, calls.changePassword, {
    token: eva.token,
    body: { newPassword: 'novasenha' },
  });
  expect(status).toBe(200);
  expect((await other.closed).reason).toBe(INVALID_USER);
  own.socket.send('{"type":"heartbeat"}');
  await expect.poll(() => eventsOfType(own, 'heartbeat')).toHaveLength(2);
});

test("closes the sockets of other devices when an account is deleted, and keeps the calling session's open", async () => {
  const { now } = backend.context;
  const ivo = await addUser(backend, 'ivo');
  const other = await listen(await issueToken(backend.context, ivo.id, now()));
  const own = await listen(ivo.token);
  const path = { userId: String(ivo.id) };
  expect((await callApi(backend, calls.deleteUser, { token: ivo.token, path })).status).toBe(200);
  expect((await other.closed).reason).toBe(INVALID_USER);
  own.socket.send('{"type":"heartbeat"}');
  await expect.poll(() => eventsOfType(own, 'heartbeat')).toHaveLength(2);
});

test("sends a site's changes for ten minutes to users who fetched it, and to no others", async () => {
  const ana = await listen(tokens.ana.token);
  const bruno = await listen(tokens.bruno.token);
  await callApi(backend, calls.siteConnectors, { path: { id: String(siteId) }, token: tokens.ana.token });
  await backend.context.bus.publish({ kind: 'connector', chargePointId, connectorId: 1 });
  await expect.poll(() => eventsOfType(ana, 'UpdateConnectorStatusIntegrationEvent')).toHaveLength(1);
  expect(eventsOfType(ana, 'UpdateConnectorStatusIntegrationEvent')[0]).toMatchObject({
    connector: { chargePointId, connectorId: '1', siteId: String(siteId) },
  });

  clock = new Date(clock.getTime() + 11 * 60_000);
  await backend.context.bus.publish({ kind: 'connector', chargePointId, connectorId: 1 });
  // Once this arrives, the event before it would have arrived, too.
  await backend.context.bus.publish(startError());
  await expect.poll(() => eventsOfType(ana, 'ErrorStartTransactionIntegrationEvent')).toHaveLength(1);
  expect(eventsOfType(ana, 'UpdateConnectorStatusIntegrationEvent')).toHaveLength(1);
  expect(bruno.received).toHaveLength(1);
});

test('sends a changed connector only if its audience has a user who charges there or watches its site', async () => {
  const bruno = await listen(tokens.bruno.token);
  await callApi(backend, calls.siteConnectors, { path: { id: String(siteId) }, token: tokens.bruno.token });
  const change = (audience: { siteId: number; userId: number | null }) =>
    backend.context.bus.publish({ kind: 'connector', chargePointId, connectorId: 1, audience });
  const frames = () => eventsOfType(bruno, 'UpdateConnectorStatusIntegrationEvent');
  const [elsewhere, nobody] = [siteId + 1, 0];
  await change({ siteId: elsewhere, userId: nobody });
  await change({ siteId: elsewhere, userId: null });
  // Once this arrives, those before it would have arrived, too.
  await change({ siteId: elsewhere, userId: tokens.bruno.id });
  await expect.poll(frames).not.toHaveLength(0);
  expect(frames()).toHaveLength(1);
  await change({ siteId, userId: null });
  await expect.poll(frames).toHaveLength(2);
});

test('sends the events of a charge to all sockets of its user, and the transaction to that user only', async () => {
  const { db } = backend.context;
  const [one, other] = [await listen(tokens.ana.token), await listen(tokens.ana.token)];
  const bruno = await listen(tokens.bruno.token);
  await callApi(backend, calls.chargerSite, { path: { id: String(siteId) }, token: tokens.bruno.token });
  const [charge] = await db
    .insert(transactions)
    .values({
      chargePointId,
      connectorId: 1,
      userId: tokens.ana.id,
      idTag: 'TESTE',
      meterStartWh: 1000,
      meterLastWh: 3500,
      startedAt: clock,
      chargePointStartedAt: clock,
    })
    .returning();
  const id = charge?.id ?? 0;
  await db
    .update(connectors)
    .set({ powerW: 7400, status: 'Charging' })
    .where(eq(connectors.chargePointId, chargePointId));
  await backend.context.bus.publish({ kind: 'transactionStarted', transactionId: id });
  await backend.context.bus.publish({ kind: 'connector', chargePointId, connectorId: 1 });
  for (const ana of [one, other]) {
    await expect
      .poll(() => eventsOfType(ana, 'StartTransactionIntegrationEvent'))
      .toMatchObject([{ transaction: { transactionId: String(id), meterTotal: 2.5 } }]);
    await expect
      .poll(() => eventsOfType(ana, 'UpdateConnectorStatusIntegrationEvent'))
      .toMatchObject([{ connector: { chargeRateKW: 7.4, transaction: { transactionId: String(id) } } }]);
  }
  await expect.poll(() => eventsOfType(bruno, 'UpdateConnectorStatusIntegrationEvent')).toHaveLength(1);
  const [update] = eventsOfType(bruno, 'UpdateConnectorStatusIntegrationEvent');
  expect(
    update?.type === 'UpdateConnectorStatusIntegrationEvent' && update.connector.transaction,
  ).toBeUndefined();

  await db.update(transactions).set({ stoppedAt: clock, meterStopWh: 4000 }).where(eq(transactions.id, id));
  await backend.context.bus.publish({ kind: 'transactionStopped', transactionId: id });
  await expect.poll(() => eventsOfType(one, 'StopTransactionIntegrationEvent')).toHaveLength(1);
  expect(eventsOfType(one, 'StopTransactionIntegrationEvent')).toMatchObject([
    { transaction: { meterTotal: 3 } },
  ]);
  expect(eventsOfType(bruno, 'StopTransactionIntegrationEvent')).toEqual([]);
});

test('sends an order to its owner', async () => {
  const ana = await listen(tokens.ana.token);
  const [order] = await backend.context.db
    .select()
    .from(orders)
    .where(eq(orders.userId, tokens.ana.id))
    .limit(1);
  await backend.context.bus.publish({ kind: 'order', orderId: order?.id ?? 0 });
  await expect.poll(() => eventsOfType(ana, 'order')).toHaveLength(1);
  expect(eventsOfType(ana, 'order')).toMatchObject([
    { order: { orderId: String(order?.id), orderState: 'paid' } },
  ]);
});
