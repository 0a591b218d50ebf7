/**
 * Concurrent charges over a network that drops, duplicates, delays and reorders frames, while the
 * backend restarts. Every receipt has to match the charge point's meter to the Wh and the tariff to
 * the cent, and the ledger has to balance.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ChargePoint } from '@e2e/chargers';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import { type Backend, createBackend } from '../../app.ts';
import type { BackendOptions } from '../../context.ts';
import { eq, isNull, sql } from '../../platform/database/orm.ts';
import { holds, ledgerEntries, transactions } from '../../platform/database/schema.ts';
import { allowFastClocks } from '../../testing/fast-clocks.ts';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { createRandom } from '../../testing/random.ts';
import { readFunds } from '../money/wallet/accounts.ts';
import { type FaultRates, type FaultyProxy, NO_FAULTS, openFaultyProxy } from './faulty-proxy.testing.ts';
import {
  addChargePoint,
  addDriver,
  apiClient,
  expectedReceipt,
  insertNetwork,
  type TestDriver,
} from './network.testing.ts';

const CHARGES = runCount('CHAOS', 12, 50);
/** More than the charges of a driver cost, however long they take. */
const CREDIT = 10_000_000;
const RETRY_MS = 300;
const FAULTS: FaultRates = { drop: 0.04, double: 0.06, delay: 0.25, delayMs: 400, cut: 0.004 };
const SEED = 20_260_301;

interface Station {
  id: string;
  number: string;
  driver: TestDriver;
  chargePoint: ChargePoint;
}

let backend: Backend;
let options: Partial<BackendOptions>;
let proxy: FaultyProxy;
const stations: Station[] = [];
let cleanUp: () => Promise<void>;
/** Number of charges that have begun, and of those that have ended. */
let begunCount = 0;
let endedCount = 0;

beforeAll(async () => {
  // Without a database server the data is in a folder on disk, so that a restart opens the same
  // data.
  const fresh = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  cleanUp = async () => {
    await fresh.drop();
    await rm(folder, { recursive: true, force: true });
  };
  options = {
    databaseUrl: fresh.options.databaseUrl,
    dataDir: join(folder, 'data'),
    sandbox: true,
    startTimeoutMs: 10_000,
  };
  backend = await createBackend({ ...fresh.options, ...options });
  options.port = Number(new URL(backend.url).port);
  const network = await insertNetwork(backend);
  await allowFastClocks(backend.context.db);
  proxy = await openFaultyProxy(backend.url.replace('http', 'ws'), createRandom(SEED));
  for (let i = 0; i < CHARGES; i += 1) {
    const id = `CHAOS-${i}`;
    await addChargePoint(network, id, String(20_000 + i));
    stations.push({
      id,
      number: `${20_000 + i}-1`,
      driver: await addDriver(network, CREDIT),
      chargePoint: new ChargePoint({
        id,
        endpoint: proxy.endpoint,
        connectors: [{ id: 1, maxPowerW: 50_000, meterWh: 1_000_000 + i }],
        behaviour: {
          plugAfter: 5,
          unplugAfter: 20,
          energyUnit: i % 2 ? 'kWh' : 'Wh',
          duplicates: i % 5 === 0,
          startBeforeReply: i % 7 === 0,
          forgetTransactionId: i % 11 === 0,
        },
        configuration: { MeterValueSampleInterval: '120' },
        timeScale: 60,
        callTimeoutMs: 5000,
        retryMs: 200,
        reconnectMs: 100,
      }),
    });
  }
});

afterAll(async () => {
  await Promise.all(stations.map(({ chargePoint }) => chargePoint.stop()));
  await proxy.close();
  await backend.close();
  await cleanUp();
});

/** Retries until `attempt` returns a value: the backend may be restarting. */
async function retryUntilResponse<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const response = await attempt().catch(() => undefined);
    if (response !== undefined) return response;
    await wait(RETRY_MS);
  }
}

/** Polls until `condition` returns true. Returns false if that takes longer than `ms`. */
async function pollUntil(condition: () => boolean, ms = Number.POSITIVE_INFINITY): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await wait(50);
  }
  return true;
}

/**
 * Retries a start until a charge runs: with the same key after a lost response, and with a new one
 * after a refusal.
 */
async function start({ id, number, driver, chargePoint }: Station): Promise<number> {
  const client = apiClient(backend, driver);
  const connector = chargePoint.connector(1);
  const { charges } = connector;
  const readRunning = async () => (await retryUntilResponse(() => client.active()))[0]?.transactionId;
  for (;;) {
    // Like a driver, wait for the charger to be online, and pause between attempts.
    await pollUntil(() => chargePoint.online);
    await wait(RETRY_MS);
    const chargeCount = charges.length;
    const key = randomUUID();
    const { status } = await retryUntilResponse(() => client.start(number, key));
    const hasStarted = () =>
      charges.slice(chargeCount).some(({ transactionId }) => transactionId !== undefined);
    if (status === 'Accepted') await pollUntil(hasStarted, 20_000);
    let running = await readRunning();
    if (running === undefined) await retryUntilResponse(() => client.stop(id, '0'));
    // A further attempt would add to the messages that the charge point still has to send.
    const hasSettled = () => !connector.charge && chargePoint.unsent === 0;
    while (running === undefined && !hasSettled()) {
      await pollUntil(hasSettled, 1000);
      // A start that was cancelled too late is a running charge.
      running = await readRunning();
    }
    if (running !== undefined) return running;
  }
}

/**
 * Runs a charge from the app. It is stopped from the app, at the charger, or by unplugging while
 * the charger is offline.
 */
async function charge(station: Station, index: number): Promise<void> {
  const { id, driver, chargePoint } = station;
  const connector = chargePoint.connector(1);
  const transactionId = await start(station);
  begunCount += 1;
  const targetWh = connector.meter.wh + 2000 + index * 37;
  await pollUntil(() => !connector.charge || connector.meter.wh >= targetWh);
  if (index % 3 === 0) {
    while (connector.charge) {
      await retryUntilResponse(() => apiClient(backend, driver).stop(id, transactionId));
      await pollUntil(() => !connector.charge, 1000);
    }
  } else if (index % 3 === 1) connector.stop('Local');
  else {
    await chargePoint.goOffline();
    connector.unplug();
    await wait(1500);
    chargePoint.start();
  }
  endedCount += 1;
  await pollUntil(() => chargePoint.unsent === 0);
  await retryUntilResponse(() => apiClient(backend, driver).receipt(transactionId));
}

async function restartBackend(): Promise<void> {
  await backend.close();
  await wait(300);
  backend = await createBackend(options);
}

test('bills every charge by meter and tariff, and balances the ledger, over an unreliable connection with restarts', async () => {
  for (const { chargePoint } of stations) chargePoint.start();
  proxy.faultRates = FAULTS;
  const charging = Promise.all(stations.map(charge));
  // Restart the backend while charges begin, run and end.
  for (const condition of [
    () => begunCount >= 5,
    () => endedCount >= CHARGES / 5,
    () => endedCount >= (CHARGES * 2) / 3,
  ]) {
    await pollUntil(condition);
    await restartBackend();
  }
  await charging;
  proxy.faultRates = NO_FAULTS;
  await pollUntil(() => stations.every(({ chargePoint }) => chargePoint.unsent === 0));

  const { db } = backend.context;
  let billed = 0;
  for (const { id, driver, chargePoint } of stations) {
    const rows = await db.select().from(transactions).where(eq(transactions.chargePointId, id));
    const own = rows.filter(({ userId }) => userId !== null);
    expect(own.length).toBeGreaterThan(0);
    // One row for each charge of the charge point: none is lost or counted twice.
    expect(rows.map(({ idTag }) => idTag).sort()).toEqual(
      chargePoint
        .connector(1)
        .charges.map(({ idTag }) => idTag)
        .sort(),
    );
    let spent = 0;
    for (const row of own) {
      const receipt = await apiClient(backend, driver).receipt(row.id);
      const metered = chargePoint.connector(1).charges.find(({ idTag }) => idTag === row.idTag);
      const expected = expectedReceipt(metered);
      const isFree = row.waitCancelledAt !== null && expected.meterStop === 0;
      expect(receipt).toMatchObject(isFree ? { ...expected, amount: 0 } : expected);
      spent += Math.round((receipt?.amount ?? Number.NaN) * 100);
    }
    expect(await readFunds(db, driver.id)).toEqual({ wallet: CREDIT - spent, held: 0, owed: 0 });
    billed += spent;
  }
  const [sum] = await db.select({ cents: sql<string>`sum(${ledgerEntries.cents})` }).from(ledgerEntries);
  expect(Number(sum?.cents)).toBe(0);
  expect(await db.select().from(holds).where(isNull(holds.settledAt))).toEqual([]);
  expect(billed).toBeGreaterThan(0);
  const { frames, dropped, doubled, delayed, cut } = proxy.count;
  console.log(
    `${CHARGES} charges, R$ ${billed / 100}; frames ${frames}: ${dropped} dropped, ${doubled} doubled, ${delayed} delayed, ${cut} cuts`,
  );
  for (const count of [dropped, doubled, delayed, cut]) expect(count).toBeGreaterThan(0);
});
