/** Several instances behave like one to drivers and charge points, apart from reconnects. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { test as anyTest, expect } from '@rstest/core';
import { calls, type LiveEvent } from '@shared/contract';
import { startBreakableProxy } from '../../../../tests/breakable-proxy.ts';
import { ensureNats } from '../../../../tests/ensure-nats.ts';
import { createBackend } from '../../app.ts';
import { MAX_PER_IDENTITY } from '../../domain/charge-points/failed-handshakes.ts';
import { connectRaw, handshakeStatus } from '../../domain/charge-points/raw-charge-point.testing.ts';
import { beginCharge } from '../../domain/charging/begin-charge.ts';
import {
  apiClient,
  expectedReceipt,
  startAndCharge,
  unplug,
  waitForEnergy,
} from '../../domain/charging/network.testing.ts';
import { addOperator, command, runOperatorCommand } from '../../domain/operator/operator.testing.ts';
import { hashOf } from '../../domain/people/auth/tokens.ts';
import { startBalancer } from '../../testing/balancer.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { listenLive } from '../../testing/listen-live.ts';
import { withOptions } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { eq, sql } from '../database/orm.ts';
import { chargePoints, idTags, instances, startAttempts, transactions } from '../database/schema.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import { setUpCluster } from './cluster.testing.ts';

/** Skipped where nats-server is missing and can't be installed. */
const test = ensureNats() ? anyTest : anyTest.skip;

const cluster = setUpCluster(3, { metrics: { port: 0, host: '127.0.0.1' } });
const urlOf = (index: number) => cluster.instance(index).url;
const readiness = async (index: number) => (await fetch(`${urlOf(index)}/readyz`)).json();

/** Starts a proxy to the database that can interrupt its connections. */
async function startDatabaseProxy() {
  const url = new URL(cluster.all.databaseUrl);
  const proxy = await startBreakableProxy(`http://${url.host}`);
  url.port = new URL(proxy.url).port;
  return { ...proxy, databaseUrl: url.href };
}

/** Accepts starts, like a charge point at which no car is ever plugged in. */
const connectIdle = ({ url }: { url: string }, id: string) => connectRaw(url, id);
const untilOnline = (id: string) => until('online', async () => (await cluster.rowOf(id))?.owner);
const setAvailable = (id: string) =>
  cluster
    .instance(0)
    .context.db.execute(sql`update connectors set status = 'Available' where charge_point_id = ${id}`);
const methodsOf = ({ received }: { received: { method: string }[] }) =>
  received.map(({ method }) => method).filter((method) => method !== 'TriggerMessage');

test('starts, shows and stops a charge at instances that do not have the charge point’s connection', async () => {
  const { id, number, connector } = await cluster.charger(urlOf(0));
  const driver = await cluster.driver();
  const live = await listenLive(urlOf(2), driver.token);
  const transactionId = await startAndCharge(driver.at(1), number);
  await until('energy', () =>
    live.received.some(
      (event) =>
        event.type === 'UpdateConnectorStatusIntegrationEvent' && (event.connector.meterKWH ?? 0) > 0,
    ),
  );
  expect(live.received.map(({ type }) => type)).toContain('StartTransactionIntegrationEvent');
  expect(await driver.at(2).stop(id, transactionId)).toEqual({ status: 'Accepted', info: '' });
  const receipt = await until('receipt', () => driver.at(1).receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
  await until('stop event', () =>
    live.received.some(({ type }) => type === 'StopTransactionIntegrationEvent'),
  );
  live.close();
});

const newOperator = () => addOperator(cluster.all.network.backend, cluster.all.network.brandId);
/** Returns a function that sends an operator's command to one instance and returns the response. */
async function createCommandSender() {
  const { token } = await newOperator();
  return async (index: number, id: string, body: Record<string, unknown>) =>
    (await command(cluster.instance(index), token, id, body)).response;
}

test('returns the charge point’s reply, or why there is none, to an operator at any instance', async () => {
  const { id } = await cluster.addCharger();
  const replies: Record<string, object | undefined> = {
    Reset: { status: 'Rejected' },
    GetConfiguration: {
      configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }],
      unknownKey: ['Foo'],
    },
    UnlockConnector: { errorCode: 'NotSupported' },
  };
  const chargePoint = await connectRaw(urlOf(0), id, { respond: (method) => replies[method] });
  // Otherwise the server triggers a status after three seconds, and other calls wait for the reply.
  await chargePoint.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
  await untilOnline(id);
  const send = await createCommandSender();
  for (const index of [0, 1, 2]) {
    expect(await send(index, id, { command: 'Reset', type: 'Hard' })).toEqual({
      result: 'replied',
      status: 'Rejected',
    });
    expect(await send(index, id, { command: 'GetConfiguration', key: ['Foo'] })).toEqual({
      result: 'configuration',
      ...replies.GetConfiguration,
    });
    expect(await send(index, id, { command: 'UnlockConnector', connectorId: 1 })).toEqual({
      result: 'error',
      errorCode: 'NotSupported',
    });
  }
  const { email } = await newOperator();
  const output = await runOperatorCommand('charger', cluster.instance(2), email, [id, 'reset', 'soft']);
  expect(output).toEqual({ out: 'Rejected', error: '', code: 1 });
  const unanswered = { command: 'TriggerMessage', requestedMessage: 'Heartbeat' };
  const late = () => send(1, id, unanswered);
  expect(await withOptions(cluster.instance(1), { commandTimeoutMs: 1000 }, late)).toEqual({
    result: 'timeout',
  });
  const pending = send(2, id, { command: 'ChangeAvailability', connectorId: 0, type: 'Operative' });
  await until('the call', () => methodsOf(chargePoint).includes('ChangeAvailability'));
  chargePoint.socket.terminate();
  expect(await pending).toEqual({ result: 'disconnected' });
  await until('offline', async () => (await cluster.rowOf(id))?.online === false);
  // Reported at once: the time limit is as long as the test's.
  for (const index of [0, 1, 2]) expect(await send(index, id, unanswered)).toEqual({ result: 'offline' });
});

test('reports a charge point, and the lag of a shared job, on one instance only', async () => {
  const { id } = await cluster.addCharger();
  const readSeries = async (series: string) => {
    const values: (string | undefined)[] = [];
    for (const { metricsUrl = '' } of cluster.all.instances) {
      const lines = (await (await fetch(metricsUrl)).text()).split('\n');
      values.push(lines.find((line) => line.startsWith(`${series} `))?.split(' ')[1]);
    }
    return values;
  };
  const online = 'faisca_charge_points_online';
  const initialCounts = (await readSeries(online)).map(Number);
  const { socket } = await connectIdle(cluster.instance(1), id);
  await until('counted', async () => Number((await readSeries(online))[1]) === Number(initialCounts[1]) + 1);
  expect((await readSeries(online)).map(Number)).toEqual([
    initialCounts[0],
    Number(initialCounts[1]) + 1,
    initialCounts[2],
  ]);
  const lagsOf = async (job: string) =>
    (await readSeries(`faisca_job_lag_seconds{job="${job}"}`)).filter((value) => value !== undefined).length;
  await until('jobs', async () => (await lagsOf('close abandoned charges')) === 1);
  expect(await lagsOf('refresh presence')).toBe(3);
  socket.terminate();
});

test("sends a site's connector changes to its viewer, whichever instance served the site", async () => {
  const { id, connector } = await cluster.charger(urlOf(0));
  const driver = await cluster.driver();
  const live = await listenLive(urlOf(2), driver.token);
  await driver.at(1).connector(id);
  connector.plug();
  await until('Preparing', () =>
    live.received.some(
      (event) =>
        event.type === 'UpdateConnectorStatusIntegrationEvent' && event.connector.status === 'Preparing',
    ),
  );
  live.close();
});

test('reports at once that no instance can reach a charge point', async () => {
  const { id, number } = await cluster.addCharger();
  const { context } = cluster.instance(0);
  await setAvailable(id);
  // Its instance was killed a moment ago, and the instance's lease hasn't expired yet.
  const killed = crypto.randomUUID();
  const expiresAt = sql`clock_timestamp() + interval '1 day'`;
  await context.db.insert(instances).values({ id: killed, shared: true, place: 'a test', expiresAt });
  await context.db.update(chargePoints).set({ online: true, owner: killed }).where(eq(chargePoints.id, id));
  const driver = await cluster.driver();
  // The time limit is as long as the test's.
  expect(await driver.at(1).start(number)).toEqual({ status: 'TimedOut', info: '' });
});

test('stops waiting for a silent charge point after the time limit of a start', async () => {
  const { id, number } = await cluster.addCharger();
  const silent = await connectIdle(cluster.instance(0), id);
  silent.socket.removeAllListeners('message');
  await untilOnline(id);
  await setAvailable(id);
  const driver = await cluster.driver();
  const start = () => driver.at(1).start(number);
  const startedAt = performance.now();
  expect(await withOptions(cluster.instance(1), { startTimeoutMs: 1000 }, start)).toEqual({
    status: 'TimedOut',
    info: '',
  });
  expect(performance.now() - startedAt).toBeGreaterThan(900);
  silent.socket.terminate();
  const [attempt] = await cluster
    .instance(0)
    .context.db.select()
    .from(startAttempts)
    .where(eq(startAttempts.chargePointId, id));
  expect(attempt).toMatchObject({ status: 'failed', errorCode: 'TimedOut' });
});

test('follows a charge point to another instance while its old connection is half open', async () => {
  const { id, number } = await cluster.addCharger();
  const old = await connectIdle(cluster.instance(0), id);
  await untilOnline(id);
  old.socket.pause();
  const fresh = await connectIdle(cluster.instance(1), id);
  const owner = cluster.instance(1).context.instance.id;
  await until('owner', async () => (await cluster.rowOf(id))?.owner === owner);
  await setAvailable(id);
  const driver = await cluster.driver();
  for (const index of [0, 2]) {
    expect((await driver.at(index).start(number)).status).toBe('Accepted');
    await driver.at(index).stop(id, 0);
  }
  expect(methodsOf(fresh)).toEqual(['RemoteStartTransaction', 'RemoteStartTransaction']);
  old.socket.resume();
  expect(await old.closed).toBe(1000);
  expect(await cluster.rowOf(id)).toMatchObject({ online: true, owner });
  fresh.socket.close();
  await until('offline', async () => (await cluster.rowOf(id))?.online === false);
});

test('starts once when copies of one request reach two instances', async () => {
  const { id, number } = await cluster.addCharger();
  const manual = await connectIdle(cluster.instance(0), id);
  await untilOnline(id);
  await setAvailable(id);
  const driver = await cluster.driver();
  const key = crypto.randomUUID();
  const responses = await Promise.all([1, 2, 0, 1].map((index) => driver.at(index).start(number, key)));
  expect(responses.map(({ status }) => status)).toEqual(Array.from(responses, () => 'Accepted'));
  expect(methodsOf(manual)).toEqual(['RemoteStartTransaction']);
  manual.socket.terminate();
});

test('stores a start once when a charge point repeats it at another instance', async () => {
  const { context } = cluster.instance(0);
  const driver = await cluster.driver();
  const tag = `CARD-${driver.id}`;
  await context.db.insert(idTags).values({ tag, label: tag, userId: driver.id });
  for (let round = 0; round < 5; round += 1) {
    const { id } = await cluster.addCharger();
    const start = { connectorId: 1, idTag: tag, meterStart: round, timestamp: new Date() };
    const copies = await Promise.all(
      [0, 1, 2].map((index) => beginCharge(cluster.instance(index).context, id, start)),
    );
    const rows = await context.db.select().from(transactions).where(eq(transactions.chargePointId, id));
    expect(rows).toHaveLength(1);
    expect(copies.map(({ transactionId }) => transactionId)).toEqual(copies.map(() => rows[0]?.id));
    expect(copies.map(({ verdict }) => verdict)).toEqual(copies.map(() => 'Accepted'));
  }
});

test('counts calls towards one limit on all instances', async () => {
  const limits = [0, 1, 2].map((index) =>
    createRateLimit(cluster.instance(index).context, { name: 'test', limit: 4 }),
  );
  const allowed = await Promise.all([...limits, ...limits, ...limits].map(({ take }) => take('a')));
  expect(allowed.filter(Boolean)).toHaveLength(4);
});

test('counts failed handshakes of charge points towards one limit on all instances', async () => {
  const { id } = await cluster.addCharger();
  const { db } = cluster.instance(0).context;
  await db
    .update(chargePoints)
    .set({ secretHash: hashOf('its secret') })
    .where(eq(chargePoints.id, id));
  const fail = (index: number) => handshakeStatus(urlOf(index), id, 'another secret');
  for (let i = 0; i < MAX_PER_IDENTITY; i += 1) expect(await fail(i % 2)).toBe(401);
  // The count reaches the third instance through NATS.
  await expect.poll(() => fail(2)).toBe(429);
});

test('serves alone and reports degraded while NATS is down, and reconnects clients afterwards', async () => {
  const { nats } = cluster.all;
  const charger = await cluster.charger(urlOf(0));
  const driver = await cluster.driver();
  const live = await listenLive(urlOf(1), driver.token);
  await nats.stop();
  const degraded = { status: 'degraded', reasons: { bus: "NATS can't be reached." } };
  await expect.poll(() => readiness(0)).toEqual(degraded);
  const transactionId = await startAndCharge(driver.at(0), charger.number);
  expect(await driver.at(1).stop(charger.id, transactionId)).toEqual({ status: 'TimedOut', info: '' });
  const send = await createCommandSender();
  const heartbeat = { command: 'TriggerMessage', requestedMessage: 'Heartbeat' };
  expect(await send(1, charger.id, heartbeat)).toEqual({ result: 'unreachable' });
  expect(await send(0, charger.id, heartbeat)).toEqual({ result: 'replied', status: 'Accepted' });
  await nats.start();
  expect(await live.closed).toBe(1012);
  // The request to stop was stored, and the charge point's instance sends it.
  await until('receipt', () => driver.at(2).receipt(transactionId));
  await until('ready', async () => (await readiness(0)).status === 'ready');
  await unplug(charger);
  await startAndCharge(driver.at(2), charger.number);
  await charger.chargePoint.stop();
});

test('refuses a command while the database does not respond', async () => {
  const proxy = await startDatabaseProxy();
  const { databaseUrl } = proxy;
  // Less than the time limit of a connection to the database.
  const frozen = await createBackend({ ...cluster.all.options, databaseUrl, callMs: 1000 });
  const driver = await cluster.driver();
  const { call } = apiClient(frozen, driver);
  proxy.freeze();
  const body = { ChargePointID: 'CL-1-1', TransactionID: '1' };
  expect(await call('POST', calls.stopCharge.path, body)).toMatchObject({
    status: 503,
    body: { code: 'BUSY' },
  });
  proxy.restore();
  await frozen.close();
  await proxy.close();
});

test('takes charge points offline and publishes it when their instance stops renewing its lease', async () => {
  const proxy = await startDatabaseProxy();
  const isolated = await createBackend({ ...cluster.all.options, databaseUrl: proxy.databaseUrl });
  const { id } = await cluster.charger(isolated.url);
  const driver = await cluster.driver();
  const live = await listenLive(urlOf(1), driver.token);
  await driver.at(0).connector(id);
  proxy.cut();
  const offline = (event: LiveEvent) =>
    event.type === 'UpdateConnectorStatusIntegrationEvent' &&
    event.connector.chargePointId === id &&
    !event.connector.isConnected;
  await until('offline', () => live.received.some(offline));
  // The charge point stayed connected, so it is online again when the instance is back.
  proxy.restore();
  await until('online again', async () => (await cluster.rowOf(id))?.owner === isolated.context.instance.id);
  live.close();
  await isolated.close();
  await proxy.close();
});

test('takes a charge point offline that disconnects while the database can’t be reached', async () => {
  const proxy = await startDatabaseProxy();
  const { lines, logTo } = captureLog();
  const log = { logTo, logLevel: 'error' };
  const interrupted = await createBackend({ ...cluster.all.options, ...log, databaseUrl: proxy.databaseUrl });
  const { id } = await cluster.addCharger();
  const { socket } = await connectIdle(interrupted, id);
  await untilOnline(id);
  proxy.cut();
  socket.terminate();
  await until('failure', () => lines.some((line) => line.includes('background task failed')));
  proxy.restore();
  await until('offline', async () => (await cluster.rowOf(id))?.online === false);
  await interrupted.close();
  await proxy.close();
});

test('closes charge points’ connections on shutdown before queries to an unresponsive database time out', async () => {
  const proxy = await startDatabaseProxy();
  const { lines, logTo } = captureLog();
  const log = { logTo, logLevel: 'error' };
  const frozen = await createBackend({ ...cluster.all.options, ...log, databaseUrl: proxy.databaseUrl });
  const { id } = await cluster.addCharger();
  const { socket } = await connectIdle(frozen, id);
  await untilOnline(id);
  proxy.freeze();
  const ended = once(socket, 'close');
  const stopped = frozen.close();
  expect((await ended)[0]).toBe(1012);
  expect(lines.join('\n')).not.toContain('presence could not be stored');
  proxy.restore();
  await stopped;
  await proxy.close();
});

test('responds 503 without the database, and stores the messages of charge points afterwards', async () => {
  const proxy = await startDatabaseProxy();
  const interrupted = await createBackend({ ...cluster.all.options, databaseUrl: proxy.databaseUrl });
  const { number, chargePoint, connector } = await cluster.charger(interrupted.url);
  const driver = await cluster.driver();
  const transactionId = await startAndCharge(driver.at(0), number);
  proxy.cut();
  const response = await fetch(`${interrupted.url}/v1/api/wallet/Balance`, {
    headers: { authorization: `Bearer ${driver.token}` },
  });
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  const ready = await fetch(`${interrupted.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: 'not ready', reasons: { database: expect.any(String) } });
  connector.stop('Local');
  await until('unsent', () => chargePoint.unsent > 0);
  proxy.restore();
  const receipt = await until('receipt', () => driver.at(1).receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
  await interrupted.close();
  await proxy.close();
});

test('moves charge points and clients to other instances when one stops, without showing a charge as offline', async () => {
  const leaving = await createBackend(cluster.all.options);
  let targets = [leaving.url];
  const balancer = await startBalancer(() => targets);
  const { id, number } = await cluster.charger(balancer.url);
  const driver = await cluster.driver();
  const watcher = await listenLive(urlOf(0), driver.token);
  const moved = await listenLive(leaving.url, driver.token);
  const transactionId = await startAndCharge(driver.at(1), number);
  await waitForEnergy(driver.at(1), id, 0.1);
  targets = [leaving.url, urlOf(0), urlOf(1), urlOf(2)];
  const closing = leaving.close();
  expect(await moved.closed).toBe(1012);
  await closing;
  await until(
    'moved',
    async () =>
      ((await cluster.rowOf(id))?.owner ?? leaving.context.instance.id) !== leaving.context.instance.id,
  );
  const kwhAtMove = (await driver.at(1).connector(id)).transaction?.meterTotal ?? 0;
  await waitForEnergy(driver.at(1), id, kwhAtMove);
  expect(await driver.at(2).stop(id, transactionId)).toEqual({ status: 'Accepted', info: '' });
  await until('receipt', () => driver.at(2).receipt(transactionId));
  const states = watcher.received.flatMap((event) =>
    event.type === 'UpdateConnectorStatusIntegrationEvent' ? event.connector.isConnected : [],
  );
  expect(new Set(states)).toEqual(new Set([true]));
  watcher.close();
  await balancer.close();
});

test('finishes running requests before it stops, and refuses new ones', async () => {
  const leaving = await createBackend(cluster.all.options);
  const { id, number } = await cluster.addCharger();
  let accept: (() => void) | undefined;
  const slow = await connectRaw(leaving.url, id, { respond: () => ({ status: 'Accepted' }) });
  slow.socket.removeAllListeners('message');
  slow.socket.on('message', (data) => {
    const [, messageId, method] = JSON.parse(String(data));
    if (method === 'RemoteStartTransaction')
      accept = () => slow.socket.send(JSON.stringify([3, messageId, { status: 'Accepted' }]));
  });
  await untilOnline(id);
  await setAvailable(id);
  const driver = await cluster.driver();
  const starting = fetch(`${leaving.url}/v1/api/RemoteStartTransactionRequest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ChargePointID: number }),
  });
  await until('the start request', () => accept);
  const closing = leaving.close();
  await until('refused', () =>
    fetch(`${leaving.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  await wait(100);
  accept?.();
  expect(await (await starting).json()).toEqual({ status: 'Accepted', info: '' });
  await closing;
  slow.socket.terminate();
});
