import { once } from 'node:events';
import { afterAll, beforeAll, expect, rs, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { liveProtocol } from '@shared/contract/live';
import { WebSocket } from 'ws';
import { connectRaw } from '../../domain/charge-points/raw-charge-point.testing.ts';
import {
  addDriver,
  apiClient,
  insertNetwork,
  type Network,
  setUpNetwork,
  startAndCharge,
} from '../../domain/charging/network.testing.ts';
import { startTestBackend } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { sql } from '../database/orm.ts';
import { ORDER_TOP_UP, orders, transactions, unknownStops } from '../database/schema.ts';
import { DAY_MS } from '../time.ts';

const network = setUpNetwork({ metrics: { port: 0, host: '127.0.0.1' } });

async function scrape(url = network.backend.metricsUrl): Promise<string[]> {
  const response = await fetch(url ?? '');
  expect(response.headers.get('content-type')).toContain('text/plain');
  return (await response.text()).split('\n');
}

/** Returns the value of a series, given its name and labels as `/metrics` prints them. */
async function readSeries(series: string): Promise<number | undefined> {
  const line = (await scrape()).find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

test('counts charge points, live sockets, OCPP calls by action and result, and starts', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint } = await network.charger();
  expect(await readSeries('faisca_charge_points_online')).toBe(1);
  const url = `${network.backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${driver.token}`;
  const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)]);
  await once(socket, 'open');
  await until('a live socket', async () => (await readSeries('faisca_live_sockets')) === 1);
  socket.terminate();
  await until('no live socket', async () => (await readSeries('faisca_live_sockets')) === 0);

  const transactionId = await startAndCharge(driver, number);
  await until('stop', async () => (await driver.stop(id, transactionId)).status === 'Accepted');
  await until('receipt', () => driver.receipt(transactionId));
  for (const action of ['BootNotification', 'StatusNotification', 'StartTransaction', 'StopTransaction'])
    await until(action, () =>
      readSeries(`faisca_ocpp_messages_total{sender="chargePoint",action="${action}",result="ok"}`),
    );
  expect(
    await readSeries(
      'faisca_ocpp_messages_total{sender="server",action="RemoteStartTransaction",result="ok"}',
    ),
  ).toBe(1);
  expect(await readSeries('faisca_start_duration_seconds_count{status="Accepted"}')).toBe(1);
  expect((await driver.start('99999-9')).status).toBe('Rejected');
  expect(await readSeries('faisca_start_duration_seconds_count{status="Rejected"}')).toBe(1);
  await chargePoint.stop();
  await until('offline', async () => (await readSeries('faisca_charge_points_online')) === 0);
});

test('counts unknown actions and malformed frames under one label', async () => {
  const raw = await connectRaw(network.backend.url, 'VISITOR');
  for (let index = 0; index < 20; index++) await raw.call(`Action${index}`, {});
  raw.socket.send('no json');
  const unknown = (result: string) =>
    readSeries(`faisca_ocpp_messages_total{sender="chargePoint",action="unknown",result="${result}"}`);
  await until('the malformed frame', async () => (await unknown('malformed')) === 1);
  expect(await unknown('unsupported')).toBe(20);
  expect((await scrape()).join('\n')).not.toContain('Action1');
  raw.socket.terminate();
});

test('reports event loop lag, job lag and, on a database server, the connection pool', async () => {
  // The notices of the first test may not have been sent yet: `until` lets the job run.
  await until('no due notice', async () => (await readSeries('faisca_notices_lag_seconds')) === 0);
  const lines = (await scrape()).join('\n');
  expect(lines).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(lines).toMatch(/^faisca_job_lag_seconds\{job="expire start attempts"\} \d/m);
  const pool = /^faisca_database_connections\{state="(busy|idle|waiting)"\} \d+$/gm;
  expect(lines.match(pool) ?? []).toHaveLength(network.backend.context.options.databaseUrl ? 3 : 0);
});

test('serves only /metrics on the metrics port, and no metrics on the app port', async () => {
  const { metricsUrl = '', url } = network.backend;
  for (const path of ['/', '/metrics/', '/v1/api/brands', '/healthz'])
    expect((await fetch(new URL(path, metricsUrl))).status).toBe(404);
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

let second: Network;
beforeAll(async () => {
  second = await insertNetwork(
    await startTestBackend({ sandbox: true, startTimeoutMs: 500, metrics: { port: 0, host: '127.0.0.1' } }),
  );
});
afterAll(() => second.backend.close());

test('reports top-ups by state and an unbalanced ledger, and caches both', async () => {
  const { db } = second.backend.context;
  const { id: userId } = await addDriver(second, 1000);
  const order = (state: 'paid' | 'pending') => ({ userId, kind: ORDER_TOP_UP, state, cents: 100 });
  await db.insert(orders).values([order('paid'), order('paid'), order('pending')]);
  await db.execute(sql`alter table ledger_entries disable trigger all`);
  await db.execute(sql`insert into ledger_entries (transfer_id, account_id, cents) values (1, 1, 7)`);
  // Without the triggers, the next test's driver has no balance.
  await db.execute(sql`alter table ledger_entries enable trigger all`);
  const read = async () =>
    (await scrape(second.backend.metricsUrl)).filter((line) => /^faisca_(ledger|top_ups)/.test(line));
  const expected = [
    'faisca_top_ups{state="pending"} 1',
    'faisca_top_ups{state="captured"} 0',
    'faisca_top_ups{state="paid"} 2',
    'faisca_top_ups{state="unauthorized"} 0',
    'faisca_top_ups{state="canceled"} 0',
    'faisca_top_ups{state="error"} 0',
    'faisca_ledger_imbalance_cents 7',
  ];
  // The results are kept for a time.
  const clock = rs.spyOn(performance, 'now').mockReturnValue(performance.now());
  // A scrape doesn't wait for a slow query.
  await expect.poll(read).toEqual(expected);
  await db.insert(orders).values([order('paid'), order('pending')]);
  expect(await read()).toEqual(expected);
  clock.mockRestore();
});

test('counts charges to review and stops of unknown charges', async () => {
  const { db } = network.backend.context;
  const read = async () => [
    await readSeries('faisca_charges_to_review'),
    await readSeries('faisca_unknown_stops'),
  ];
  await expect.poll(read).toEqual([0, 0]);
  const at = new Date();
  const charge = { chargePointId: 'NEIGHBOUR', connectorId: 1, idTag: 'A', meterStartWh: 0, startedAt: at };
  await db
    .insert(transactions)
    .values({ ...charge, chargePointStartedAt: at, stoppedAt: at, reviewReason: 'UNCERTAIN_END' });
  await db
    .insert(unknownStops)
    .values({ chargePointId: 'GONE', transactionId: -1, meterStopWh: 0, stoppedAt: at });
  // A result is kept for a time: that of a slow query a hundred times as long as it took.
  let elapsedMs = performance.now() + DAY_MS;
  rs.spyOn(performance, 'now').mockImplementation(() => elapsedMs);
  const readLater = () => {
    elapsedMs *= 2;
    return read();
  };
  await expect.poll(readLater).toEqual([1, 1]);
  rs.restoreAllMocks();
});

test('counts failed calls and timeouts separately', async () => {
  const { backend } = second;
  const raw = await connectRaw(backend.url, 'NEIGHBOUR');
  await raw.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  const driver = apiClient(backend, await addDriver(second, 1000));
  await until('online', async () => (await driver.connector('NEIGHBOUR')).status === 'Available');
  await backend.context.db.execute(sql`alter table id_tags rename to id_tags_away`);
  await raw.call('Authorize', { idTag: 'A' });
  await backend.context.db.execute(sql`alter table id_tags_away rename to id_tags`);
  raw.socket.removeAllListeners('message');
  expect(await driver.start('80000-1')).toMatchObject({ status: 'TimedOut' });
  const lines = await scrape(backend.metricsUrl);
  for (const series of [
    'faisca_ocpp_messages_total{sender="chargePoint",action="Authorize",result="error"} 1',
    'faisca_ocpp_messages_total{sender="server",action="RemoteStartTransaction",result="timeout"} 1',
    'faisca_start_duration_seconds_count{status="TimedOut"} 1',
  ])
    expect(lines).toContain(series);
  raw.socket.terminate();
});

test('serves no metrics unless a port is configured', async () => {
  const backend = await startTestBackend();
  expect(backend.metricsUrl).toBeUndefined();
  expect((await fetch(`${backend.url}/metrics`)).status).toBe(404);
  await backend.close();
});
