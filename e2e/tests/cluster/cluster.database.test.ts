/**
 * Charges at many charge points while parts of a cluster fail, on a schedule that its seed
 * reproduces. Instances, NATS, PostgreSQL and nginx are separate processes, and all charge points
 * and drivers connect through nginx.
 */
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addPlaces, createRandom, readChargeRecord, runCount } from '@e2e/backend/testing';
import { ChargePoint } from '@e2e/chargers';
import { afterAll, test as anyTest, beforeAll, expect } from '@rstest/core';
import type { PriceProfilePeriod } from '@shared/contract';
import { type BreakableProxy, startBreakableProxy } from '../breakable-proxy.ts';
import { ensureNats } from '../ensure-nats.ts';
import { ensureNginx } from '../ensure-nginx.ts';
import { compareAttempts, compareLedger, compareReceipt, findUnsettled, matchCharges } from './compare.ts';
import { type Command, type Driving, drive, receiptOf, type Station } from './drivers.ts';
import { describeFault, findProblems, injectFaults, planFaults } from './faults.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

const CHARGERS = runCount('CLUSTER', 16, 200);
const IS_LONG = CHARGERS >= 100;
const SEED = Number(process.env.CLUSTER_SEED ?? (IS_LONG ? Date.now() % 1_000_000 : 15));
const SCHEDULE = IS_LONG
  ? { count: 72, pauseMs: 7000, forMs: 10_000, longShare: 0.15 }
  : { count: 12, pauseMs: 1500, forMs: 2500, longShare: 0 };
const CHARGE_MS = IS_LONG ? 60_000 : 8000;
const PAUSE_MS = IS_LONG ? 3000 : 1000;
const CREDIT = 1_000_000;
/** High enough to expose differences of a second or a few Wh. */
const PRICE: PriceProfilePeriod = {
  PriceKwh: 18.93,
  PriceTimeCharging: 7.1,
  TransactionPrice: 1.5,
  PriceTimePlugged: 3.7,
  PriceTimeParking: 0,
  ParkingGracePeriod: 0,
  PriceTimeOverstay: 30,
  OverstayGracePeriod: 0,
  OverstayPenalty: 0,
  DiscountTotal: 0,
  priceProfilePeriodFreeCharge: undefined,
};
/** Chargers of a group share a link to nginx. */
const GROUPS = 3;
const LOGS = resolve(import.meta.dirname, '../../../.cache/cluster');

const nginx = ensureNginx();
/** Skipped if a server is missing and can't be installed. */
const test = nginx && ensureNats() ? anyTest : anyTest.skip;

let cluster: Cluster | undefined;
let webAppDir: string | undefined;
const links: BreakableProxy[] = [];
const stations: Station[] = [];

beforeAll(async () => {
  if (!nginx || !ensureNats()) return;
  webAppDir = mkdtempSync(join(tmpdir(), 'web-app-'));
  writeFileSync(join(webAppDir, 'index.html'), '');
  mkdirSync(LOGS, { recursive: true });
  const log = createWriteStream(join(LOGS, `${SEED}.log`));
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn' };
  const onLine = (line: string, instance: number) => void log.write(`${instance} ${line}\n`);
  cluster = await startCluster(nginx, { webAppDir, env, onLine });
  for (let group = 0; group < GROUPS; group += 1) links.push(await startBreakableProxy(cluster.url));
  const network = { count: CHARGERS, cents: CREDIT, price: PRICE };
  for (const [index, place] of (await addPlaces(cluster.databaseUrl, network)).entries()) {
    const chargePoint = new ChargePoint({
      id: place.id,
      endpoint: `${links[index % GROUPS]?.url.replace('http', 'ws')}/ocpp`,
      password: place.secret,
      connectors: [{ id: 1, maxPowerW: 50_000, meterWh: 1_000_000 + index }],
      behaviour: {
        plugAfter: 0.5,
        unplugAfter: 1,
        energyUnit: index % 2 ? 'kWh' : 'Wh',
        duplicates: index % 5 === 0,
        startBeforeReply: index % 7 === 0,
        forgetTransactionId: index % 11 === 0,
      },
      configuration: { MeterValueSampleInterval: IS_LONG ? '10' : '2' },
      callTimeoutMs: 4000,
      retryMs: 300,
      reconnectMs: 200,
    });
    const random = createRandom(SEED * 1000 + index);
    stations.push({ ...place, chargePoint, random, hasCancelled: false });
  }
});

afterAll(async () => {
  await Promise.all(stations.map(({ chargePoint }) => chargePoint.stop()));
  await Promise.all(links.map((link) => link.close()));
  await cluster?.stop();
  if (webAppDir) rmSync(webAppDir, { recursive: true, force: true });
});

function running(): Cluster {
  if (!cluster) throw new Error('the cluster is not running');
  return cluster;
}

/** Returns the ids of charge points that aren't connected. */
const offline = () => stations.filter(({ chargePoint }) => !chargePoint.online).map(({ id }) => id);
/** Returns the ids of charge points with unsent messages. */
const behind = () => stations.filter(({ chargePoint }) => chargePoint.unsent > 0).map(({ id }) => id);

test('bills each charge once by meter and tariff, and responds to each command, while parts of the cluster fail', async () => {
  const { url, databaseUrl, crashes } = running();
  const faults = planFaults(createRandom(SEED), GROUPS, SCHEDULE);
  console.log([`CLUSTER_RUNS=${CHARGERS} CLUSTER_SEED=${SEED}`, ...faults.map(describeFault)].join('\n'));
  for (const { chargePoint } of stations) chargePoint.start();
  await expect.poll(offline).toEqual([]);

  let isOver = false;
  const commands: Command[] = [];
  const requests: Promise<unknown>[] = [];
  const paces = { chargeMs: CHARGE_MS, pauseMs: PAUSE_MS };
  const driving: Driving = { url, commands, requests, ...paces, isOver: () => isOver };
  const startedAt = Date.now();
  const drives = Promise.all(stations.map((station) => drive(station, driving)));
  const injection = await Promise.race([
    injectFaults(faults, running(), links),
    // Rejects with the failure of a driver.
    drives.then(() => Promise.reject(new Error('the drivers finished before the faults'))),
  ]);
  isOver = true;
  const repaired = Date.now();
  const charges = (await drives).reduce((sum, count) => sum + count, 0);
  await Promise.all(requests);
  await expect.poll(behind).toEqual([]);
  await running().ready();
  let record = await readChargeRecord(databaseUrl);
  const unsettled = async () => {
    record = await readChargeRecord(databaseUrl);
    return findUnsettled(stations, record);
  };
  await expect.poll(unsettled, { interval: 200 }).toEqual([]);
  const settled = Date.now();

  const { problems, billed, unpaid } = matchCharges(stations, record);
  for (const one of billed)
    problems.push(
      ...compareReceipt(one, await receiptOf({ url }, one.station.driver, one.transaction.id), PRICE),
    );
  problems.push(...compareAttempts(record), ...compareLedger(stations, record, CREDIT), ...crashes);
  for (const { what, at, tookMs, end } of commands) {
    if (!/^(Accepted|Rejected|TimedOut|502|503|504)$/.test(end))
      problems.push(
        `${what} at ${((at - startedAt) / 1000).toFixed(1)} s: ${end} after ${Math.round(tookMs)} ms`,
      );
  }
  problems.push(...injection.stops.flatMap((stop) => findProblems(stop, injection)));

  const revenue = record.transactions.reduce((sum, { billCents }) => sum + (billCents ?? 0), 0);
  const ends = Object.entries(Object.groupBy(commands, ({ what, end }) => `${what} ${end}`));
  console.log(
    `${charges} charges at ${CHARGERS} chargers, R$ ${revenue / 100}, ${unpaid} not authorized; ` +
      `${faults.length} faults in ${repaired - startedAt} ms, settled after ${settled - repaired} ms; ` +
      ends.map(([end, which]) => `${end}: ${which?.length}`).join(', '),
  );
  expect(problems).toEqual([]);
  expect(billed.length).toBeGreaterThanOrEqual(charges);
});
