/** Test helpers: several instances on one PostgreSQL database, connected by a NATS server. */
import { randomBytes } from 'node:crypto';
import { ChargePoint } from '@e2e/chargers';
import { afterAll, beforeAll } from '@rstest/core';
import { ensureNats } from '../../../../tests/ensure-nats.ts';
import { startNats, type TestNats } from '../../../../tests/nats.ts';
import { type Backend, createBackend } from '../../app.ts';
import type { BackendOptions } from '../../context.ts';
import {
  addChargePoint,
  addDriver,
  apiClient,
  insertNetwork,
  type Network,
  PATIENT,
  type SimulatorOptions,
} from '../../domain/charging/network.testing.ts';
import { allowFastClocks } from '../../testing/fast-clocks.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/fresh-database.ts';
import { LONG_LIMITS } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { eq } from '../database/orm.ts';
import { chargePoints } from '../database/schema.ts';
import { LEASE_MS } from './instances.ts';

export interface Cluster {
  instances: Backend[];
  nats: TestNats;
  options: Partial<BackendOptions>;
  databaseUrl: string;
  network: Network;
}

/** Creates a database on a server, which several processes can open. */
export async function freshServerDatabase(): Promise<FreshDatabase & { url: string }> {
  const database = await freshDatabase();
  const url = database.options.databaseUrl;
  if (!url) throw new Error('several instances need PostgreSQL: set DATABASE_URL');
  return { ...database, url };
}

/** Starts `count` instances for the tests of one file. */
export function setUpCluster(count: number, overrides: Partial<BackendOptions> = {}) {
  let opened: Cluster | undefined;
  let drop: (() => Promise<void>) | undefined;
  const running: ChargePoint[] = [];
  let code = 30_000;

  beforeAll(async () => {
    if (!ensureNats()) return;
    const [nats, database] = await Promise.all([startNats(), freshServerDatabase()]);
    drop = database.drop;
    const options = {
      databaseUrl: database.url,
      natsUrl: nats.url,
      natsPrefix: randomBytes(4).toString('hex'),
      ...LONG_LIMITS,
      sandbox: true,
      passwordCost: { N: 16, r: 1, p: 1 },
      checkMs: 1000,
      // A crashed instance is detected when its lease ends.
      leaseMs: LEASE_MS,
      ...overrides,
    };
    const first = await createBackend(options);
    const network = await insertNetwork(first);
    await allowFastClocks(first.context.db);
    const others = await Promise.all(Array.from({ length: count - 1 }, () => createBackend(options)));
    opened = { instances: [first, ...others], nats, options, databaseUrl: database.url, network };
    // Until then, instances miss each other's messages.
    await until('connected', () => opened?.instances.every(({ context }) => context.bus.isConnected()));
  });
  afterAll(async () => {
    await Promise.all(running.map((chargePoint) => chargePoint.stop()));
    await Promise.all(opened?.instances.map((instance) => instance.close()) ?? []);
    await opened?.nats.stop();
    await drop?.();
  });

  const get = (): Cluster => {
    if (!opened) throw new Error('the cluster is available only within tests');
    return opened;
  };
  const instance = (index: number): Backend => {
    const found = get().instances[index];
    if (!found) throw new Error(`there is no instance ${index}`);
    return found;
  };

  return {
    get all() {
      return get();
    },
    instance,
    /** Adds a driver; `at` returns the client of one instance. */
    async driver(cents = 10_000) {
      const driver = await addDriver(get().network, cents);
      return { ...driver, at: (index: number) => apiClient(instance(index), driver) };
    },
    rowOf: async (id: string) =>
      (await instance(0).context.db.select().from(chargePoints).where(eq(chargePoints.id, id)))[0],
    /** Adds a charge point without connecting it. */
    async addCharger() {
      code += 1;
      const id = `CL-${code}`;
      await addChargePoint(get().network, id, String(code));
      return { id, number: `${code}-1` };
    },
    /** Adds a charge point and connects it to the server at `url`. */
    async charger(url: string, { behaviour, ...options }: SimulatorOptions = {}) {
      const { id, number } = await this.addCharger();
      const chargePoint = new ChargePoint({
        id,
        endpoint: `${url.replace('http', 'ws')}/ocpp`,
        timeScale: 60,
        ...PATIENT,
        behaviour: { ...PATIENT.behaviour, ...behaviour },
        configuration: { MeterValueSampleInterval: '6' },
        ...options,
      });
      running.push(chargePoint);
      chargePoint.start();
      const observer = apiClient(instance(0), await addDriver(get().network, 0));
      await until('online', async () => (await observer.connector(id)).status === 'Available');
      return { id, number, chargePoint, connector: chargePoint.connector(1) };
    },
  };
}
