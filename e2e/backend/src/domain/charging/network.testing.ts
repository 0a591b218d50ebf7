/**
 * Test helpers: a small network with a brand, a site, simulated charge points and drivers with
 * credit.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { type Behaviour, ChargePoint, type MeteredCharge, systemRuntime } from '@e2e/chargers';
import { afterAll, afterEach, beforeAll } from '@rstest/core';
import { priceCharge, usageAt } from '@shared/charging';
import { PRODUCT, type PriceProfilePeriod, RemoteResponse, UserTransaction } from '@shared/contract';
import { HANG_MS } from '../../../../run/hang-limit.ts';
import type { Backend } from '../../app.ts';
import type { BackendOptions } from '../../context.ts';
import { systemClock } from '../../platform/clock.ts';
import { eq } from '../../platform/database/orm.ts';
import {
  brands,
  chargePoints,
  connectors,
  pricePeriods,
  priceProfiles,
  siteBrands,
  sites,
  users,
} from '../../platform/database/schema.ts';
import { addMs } from '../../platform/time.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { allowFastClocks } from '../../testing/fast-clocks.ts';
import { memoryTransports } from '../../testing/memory-network.ts';
import type { WithContext } from '../../testing/payers.ts';
import { startTestBackend } from '../../testing/test-backend.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { passTimeInWaits, until } from '../../testing/until.ts';
import { topUp } from '../money/wallet/ledger.ts';
import { issueToken } from '../people/auth/tokens.ts';

export const PRICE: PriceProfilePeriod = {
  PriceKwh: 1.89,
  PriceTimeCharging: 0.07,
  TransactionPrice: 1.5,
  PriceTimeParking: 0,
  ParkingGracePeriod: 0,
  PriceTimePlugged: 0.03,
  PriceTimeOverstay: 30,
  OverstayGracePeriod: 0,
  OverstayPenalty: 0,
  DiscountTotal: 0,
  priceProfilePeriodFreeCharge: undefined,
};

export interface TestDriver {
  id: number;
  token: string;
}

export interface Network<B extends WithContext = Backend> {
  backend: B;
  siteId: number;
  profileId: number;
  brandId: number;
}

export async function openNetwork(options: Partial<BackendOptions> = {}): Promise<Network> {
  const backend = await startTestBackend({ sandbox: true, ...options });
  return insertNetwork(backend);
}

/** Inserts the network into a database that has only brands. */
export async function insertNetwork<B extends WithContext>(backend: B, price = PRICE): Promise<Network<B>> {
  const { db } = backend.context;
  const [brand] = await db.select().from(brands).where(eq(brands.slug, PRODUCT.slug));
  const [site] = await db
    .insert(sites)
    .values({
      name: 'Oficina',
      address: 'Rua A, 1',
      lat: -23.5,
      lng: -46.6,
      freeParking: true,
      private: false,
      openingHours: [],
      receivesUnknown: true,
    })
    .returning();
  const [profile] = await db.insert(priceProfiles).values({ name: 'teste' }).returning();
  if (!brand || !site || !profile) throw new Error('an insert returned no row');
  await db.insert(siteBrands).values({ siteId: site.id, brandId: brand.id });
  await db.insert(pricePeriods).values({ profileId: profile.id, price });
  const network = { backend, siteId: site.id, profileId: profile.id, brandId: brand.id };
  await addChargePoint(network, 'NEIGHBOUR', '80000');
  return network;
}

export async function addChargePoint(
  { backend, siteId, profileId }: Network<WithContext>,
  id: string,
  code: string,
) {
  const { db } = backend.context;
  await db.insert(chargePoints).values({
    id,
    siteId,
    code,
    manufacturer: 'Simulado',
    model: 'S1',
    maxPowerKw: 50,
    priceProfileId: profileId,
  });
  await db.insert(connectors).values({
    chargePointId: id,
    connectorId: 1,
    name: 'Vaga 1',
    plug: 'ccs2',
    current: 'DC',
    maxPowerKw: 50,
  });
}

/** Adds a driver with `cents` of credit. */
export async function addDriver(
  network: Network<WithContext>,
  cents: number,
  name = 'motorista',
): Promise<TestDriver> {
  const { db, now } = network.backend.context;
  const email = `${name}-${Math.random().toString(36).slice(2)}@example.com`;
  const [user] = await db.insert(users).values({ brandId: network.brandId, email, name }).returning();
  if (!user) throw new Error('the insert returned no user');
  if (cents > 0) await topUp(db, user.id, cents, `test:${user.id}`);
  return { id: user.id, token: await issueToken(network.backend.context, user.id, now()) };
}

export interface SimulatorOptions {
  ocppVersion?: '1.6' | '2.0.1';
  behaviour?: Partial<Behaviour>;
  timeScale?: number;
  endpoint?: string;
  configuration?: Record<string, string>;
  /** Its clock is the server's, with a `timeScale` of 1. */
  followsServer?: boolean;
}

/**
 * Options of simulators with a lossless network: a call is never repeated for a slow response, and
 * a start waits for the plug until the test is over.
 */
export const PATIENT = {
  connectors: [{ id: 1, maxPowerW: 50_000, meterWh: 1_000_000 }],
  behaviour: { plugAfter: 1, waitForCar: 86_400 },
  callTimeoutMs: HANG_MS,
  retryMs: 100,
  reconnectMs: 50,
};

/** Starts a simulator with one connector, by default 60 times as fast as `time`, which has its timers. */
function simulate(
  backend: Backend,
  id: string,
  time: TestClock,
  options: SimulatorOptions = {},
): ChargePoint {
  const now = options.followsServer ? backend.context.now : () => addMs(systemClock.now(), time.elapsed());
  const chargePoint = new ChargePoint({
    id,
    ocppVersion: options.ocppVersion,
    endpoint: options.endpoint ?? `${backend.url.replace('http', 'ws')}/ocpp`,
    ...PATIENT,
    behaviour: { ...PATIENT.behaviour, ...options.behaviour },
    timeScale: options.timeScale ?? 60,
    configuration: { MeterValueSampleInterval: '6', ...options.configuration },
    runtime: { ...systemRuntime, clock: { ...time, now } },
  });
  chargePoint.start();
  return chargePoint;
}

/** Returns a client that calls the API as the driver's app does. */
export function apiClient(backend: Pick<Backend, 'url'>, driver: Pick<TestDriver, 'token'>) {
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${backend.url}/v1/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${driver.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }
  return {
    token: driver.token,
    call,
    async start(number: string, key?: string) {
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
      const { body } = await call(
        'POST',
        '/RemoteStartTransactionRequest',
        { ChargePointID: number },
        headers,
      );
      return RemoteResponse.parse(body);
    },
    async stop(chargePointId: string, transactionId: number | string) {
      const { body } = await call('POST', '/RemoteStopTransactionRequest', {
        ChargePointID: `${chargePointId}-1`,
        TransactionID: String(transactionId),
      });
      return RemoteResponse.parse(body);
    },
    async receipt(transactionId: number) {
      const { status, body } = await call('GET', `/UserTransactions/${transactionId}`);
      if (status !== 200) return undefined;
      const receipt = UserTransaction.parse(body);
      return receipt.stopTime ? receipt : undefined;
    },
    async active(): Promise<{ transactionId: number }[]> {
      return (await call('GET', '/UserActiveTransactions')).body;
    },
    async balance(): Promise<number> {
      return (await call('GET', '/wallet/Balance')).body.uwalBalance;
    },
    async connector(chargePointId: string) {
      return (await call('GET', `/OnlineConnectorStatus/${chargePointId}/1`)).body[0];
    },
  };
}

/** Returns a receipt's expected fields: the charge point's figures, priced by the tariff. */
export function expectedReceipt(charge: MeteredCharge | undefined, price = PRICE) {
  if (charge?.meterStop === undefined || !charge.stoppedAt) throw new Error('no charge has ended');
  const energyWh = charge.meterStop - charge.meterStart;
  const usage = usageAt({ startTime: charge.startedAt, at: charge.stoppedAt, energyWh });
  return { meterStop: energyWh, amount: priceCharge(price, usage).total / 100 };
}

/** Simulated time between two polls of a test that waits. */
const STEP_MS = 100;

/**
 * Sets up a network for the tests of one file. The timers of its charge points and its periodic jobs
 * are simulated: their time passes only while a test waits with `until`. Timeouts are real. The backend
 * is reached in memory, unless the options have other transports.
 * @param prepare runs once, after the network is inserted
 * @param readClock in ms; by default the system's clock. A constant makes time-based amounts exact.
 */
export function setUpClock(
  options: Partial<BackendOptions> = {},
  prepare: (network: Network) => Promise<unknown> = async () => undefined,
  readClock: () => number = Date.now,
) {
  const { logTo, lines } = captureLog();
  const time = createTestClock();
  const running: ChargePoint[] = [];
  let opened: Network | undefined;
  let shiftMs = 0;
  /** Advances the simulated time, then waits for replies to charge points, but no longer than that time. */
  async function pass() {
    time.advance(STEP_MS);
    const isBusy = () =>
      running.some(({ online, unsent, unsentStatuses }) => online && unsent + unsentStatuses > 0);
    for (let ms = 0; ms === 0 || (isBusy() && ms < STEP_MS); ms += 2) await wait(2);
  }
  let endPassing = () => {};
  beforeAll(async () => {
    const clock = { ...systemClock, now: () => new Date(readClock() + shiftMs), every: time.every };
    opened = await openNetwork({ clock, logTo, logLevel: 'warn', transports: memoryTransports, ...options });
    await prepare(opened);
    endPassing = passTimeInWaits(pass);
  });
  afterAll(async () => {
    endPassing();
    await opened?.backend.close();
  });
  return {
    time,
    /** Charge points; `until` waits for the replies to their messages before time passes. */
    running,
    get network(): Network {
      if (!opened) throw new Error('the network is available inside of tests only');
      return opened;
    },
    /** Lines of the backend's log; warnings and errors only, by default. */
    lines,
    /** Advances the server's clock by `ms`. */
    advanceClock(ms: number) {
      shiftMs += ms;
    },
  };
}

/** Sets up a network in which each test creates its own simulated chargers and drivers. */
export function setUpNetwork(options: Partial<BackendOptions> = {}) {
  const clocked = setUpClock(options, ({ backend }) => allowFastClocks(backend.context.db));
  const { time, running } = clocked;
  let code = 10_000;
  afterEach(async () => {
    await Promise.all(running.splice(0).map((chargePoint) => chargePoint.stop()));
  });

  const driver = async (cents = 10_000) =>
    apiClient(clocked.network.backend, await addDriver(clocked.network, cents));

  return {
    get backend() {
      return clocked.network.backend;
    },
    driver,
    lines: clocked.lines,
    advanceClock: clocked.advanceClock,
    /** Advances the server's clock and the simulated time by `ms`. */
    passTime(ms: number) {
      clocked.advanceClock(ms);
      time.advance(ms);
    },
    /** Adds a charge point and waits until it is online and available. */
    async charger(simulator?: SimulatorOptions) {
      code += 1;
      const id = `CP-${code}`;
      await addChargePoint(clocked.network, id, String(code));
      const chargePoint = simulate(clocked.network.backend, id, time, simulator);
      running.push(chargePoint);
      const someone = await driver(0);
      await until('online', async () => (await someone.connector(id)).status === 'Available');
      return { id, number: `${code}-1`, chargePoint, connector: chargePoint.connector(1) };
    },
  };
}

type ApiClient = ReturnType<typeof apiClient>;

/** Starts a charge, waits until it runs, and returns its id. */
export async function startAndCharge(driver: ApiClient, number: string): Promise<number> {
  const response = await driver.start(number);
  if (response.status !== 'Accepted')
    throw new Error(`the start failed: ${response.status} ${response.info}`);
  return until('charging', async () => (await driver.active()).at(-1)?.transactionId);
}

/**
 * Unplugs the car and waits until the next one can start. The connector's status alone doesn't say
 * so: statuses are sent in a queue of their own, so it may still be that of before the charge.
 */
export async function unplug({ chargePoint }: { chargePoint: ChargePoint }) {
  chargePoint.connector(1).unplug();
  await until('delivered', () => chargePoint.unsent + chargePoint.unsentStatuses === 0);
}

/** Waits until the charge's reported energy exceeds `kwh`. */
export const waitForEnergy = (driver: ApiClient, chargePointId: string, kwh: number) =>
  until(
    `${kwh} kWh`,
    async () => ((await driver.connector(chargePointId)).transaction?.meterTotal ?? 0) > kwh,
  );
