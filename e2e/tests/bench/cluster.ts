/**
 * `pnpm bench cluster`: what one, two and three instances carry behind nginx, and what each charge
 * point and live socket costs. Everything runs on this machine, so the figures for each message and
 * connection say more than those for each second.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addPlaces, type Place } from '@e2e/backend/testing';
import { calls, liveProtocol, PRODUCT } from '@shared/contract';
import { WebSocket } from 'ws';
import { type Cluster, startCluster } from '../cluster/start-cluster.ts';
import { ensureNats } from '../ensure-nats.ts';
import { ensureNginx } from '../ensure-nginx.ts';
import { processesOf, type Usage, usageOf } from './process-usage.ts';

const CHARGERS = Number(process.env.CLUSTER_CHARGERS ?? 500);
const SOCKETS = Number(process.env.CLUSTER_SOCKETS ?? 1000);
/** Charge points that charge and send as fast as they get responses. */
const CHARGING = Math.min(100, CHARGERS);
const LOAD_MS = 8000;
/** Connections that are opened at once. */
const AT_ONCE = 50;
/** For the memory of what has been set up to be free again. */
const QUIET_MS = 4000;
/** Fewer than the limit of live sockets of one address. */
const PER_ADDRESS = 150;
const CREDIT = 100_000;
const PRICE = {
  ...{ PriceKwh: 1.89, PriceTimeCharging: 0, TransactionPrice: 0, PriceTimePlugged: 0 },
  ...{ PriceTimeParking: 0, ParkingGracePeriod: 0, PriceTimeOverstay: 0, OverstayGracePeriod: 0 },
  ...{ OverstayPenalty: 0, DiscountTotal: 0, priceProfilePeriodFreeCharge: undefined },
};

/** Figures of a cluster, by their names. */
type Figures = Record<string, number>;

export async function measureCluster(): Promise<void> {
  const nginx = ensureNginx();
  if (!nginx || !ensureNats()) throw new Error('needs nginx and nats-server');
  const columns: Figures[] = [];
  for (const count of [1, 2, 3]) columns.push(await measure(nginx, count));
  console.log(`\n${CHARGERS} charge points, ${CHARGING} of them charging, and ${SOCKETS} live sockets\n`);
  const print = (what: string, figures: string[]) =>
    console.log(what.padEnd(58) + figures.map((figure) => figure.padStart(10)).join(''));
  print('instances', ['1', '2', '3']);
  for (const what of Object.keys(columns[0] ?? {}))
    print(
      what,
      columns.map(({ [what]: figure = Number.NaN }) => figure.toFixed(figure < 10 ? 2 : 0)),
    );
}

async function measure(nginx: string, count: number): Promise<Figures> {
  const siteDir = mkdtempSync(join(tmpdir(), 'site-'));
  writeFileSync(join(siteDir, 'index.html'), '');
  const cluster = await startCluster(nginx, { siteDir, count, env: { NODE_ENV: 'production' } });
  const open: WebSocket[] = [];
  try {
    return await measureLoads(cluster, open);
  } finally {
    for (const socket of open) socket.terminate();
    await cluster.stop();
    rmSync(siteDir, { recursive: true, force: true });
  }
}

async function measureLoads(cluster: Cluster, open: WebSocket[]): Promise<Figures> {
  const places = await addPlaces(cluster.databaseUrl, { count: CHARGERS, cents: CREDIT, price: PRICE });
  const processes = processesOf(cluster.databaseUrl);
  const usage = () => usageOf(processes);
  const settled = async () => {
    await wait(QUIET_MS);
    return usage();
  };

  const empty = await settled();
  const chargers: Charger[] = [];
  const connectMs = await timed(() =>
    inTurn(places, async (place) => {
      const charger = await connectCharger(cluster.url, place);
      chargers.push(charger);
      open.push(charger.socket);
    }),
  );
  const withChargers = await settled();

  let frames = 0;
  const viewers = Array.from({ length: SOCKETS }, (_, index) => ({
    token: places[index % places.length]?.driver.token ?? '',
    localAddress: `127.0.0.${2 + Math.floor(index / PER_ADDRESS)}`,
  }));
  const liveMs = await timed(() =>
    inTurn(viewers, async ({ token, localAddress }) => {
      const address = `${cluster.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${token}`;
      const socket = new WebSocket(address, [liveProtocol(PRODUCT.slug)], { localAddress });
      open.push(socket);
      socket.on('message', () => {
        frames += 1;
      });
      await once(socket, 'open');
    }),
  );
  const withSockets = await settled();

  const charging = chargers.slice(0, CHARGING);
  await Promise.all(charging.map((charger) => startCharge(cluster.url, charger)));
  const messages = await load(charging, usage);

  // All users watch the site, and one charge point sends.
  const site = await siteOf(cluster.url, places[0]);
  await inTurn(places, ({ driver: { token } }) => get(cluster.url, `/SiteConnectors/${site}`, token));
  await wait(QUIET_MS);
  frames = 0;
  const watched = await load(charging.slice(0, 1), usage);
  const seconds = LOAD_MS / 1000;

  const memoryKb = (before: Usage, after: Usage, among: number) =>
    ((after.instances.memoryMb - before.instances.memoryMb) * 1024) / among;
  const cpu = ({ count, used }: Load, name: keyof Usage) => used[name].cpuMs / count;
  return {
    'charge points connected per second': CHARGERS / (connectMs / 1000),
    'live sockets connected per second': SOCKETS / (liveMs / 1000),
    'memory of each instance without connections, MB': empty.instances.memoryMb / cluster.count,
    'memory per charge point, KB': memoryKb(empty, withChargers, CHARGERS),
    'memory per live socket, KB': memoryKb(withChargers, withSockets, SOCKETS),
    'OCPP messages per second': messages.count / seconds,
    'CPU of the instances per message, ms': cpu(messages, 'instances'),
    'CPU of PostgreSQL per message, ms': cpu(messages, 'postgres'),
    'CPU of nginx and NATS per message, ms': cpu(messages, 'nginx') + cpu(messages, 'nats'),
    'live frames per second': frames / seconds,
    'CPU of the instances per 1,000 frames, ms': (watched.used.instances.cpuMs / frames) * 1000,
  };
}

interface Load {
  count: number;
  used: Usage;
}

/** Lets charge points send meter values, each the next one after its response. */
async function load(chargers: Charger[], usage: () => Usage): Promise<Load> {
  const before = usage();
  const end = performance.now() + LOAD_MS;
  const counts = await Promise.all(
    chargers.map(async (charger) => {
      let count = 0;
      for (; performance.now() < end; count += 1) await charger.meter();
      return count;
    }),
  );
  const after = usage();
  const used = structuredClone(after);
  for (const [name, { cpuMs }] of Object.entries(before) as [keyof Usage, Usage[keyof Usage]][])
    used[name].cpuMs -= cpuMs;
  return { count: counts.reduce((sum, count) => sum + count, 0), used };
}

interface Charger {
  place: Place;
  socket: WebSocket;
  /** Resolves when an accepted start has begun a charge. */
  charging: Promise<void>;
  meter: () => Promise<void>;
}

/** Connects a charge point, which begins a charge as soon as it is started. */
async function connectCharger(url: string, place: Place): Promise<Charger> {
  const { id, secret } = place;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ocpp/${id}`, ['ocpp1.6'], {
    headers: { authorization },
  });
  const waiting = new Map<string, (payload: Record<string, unknown>) => void>();
  let last = 0;
  const send = (method: string, payload: object) =>
    new Promise<Record<string, unknown>>((resolve) => {
      last += 1;
      waiting.set(String(last), resolve);
      socket.send(JSON.stringify([2, String(last), method, payload]));
    });
  const { promise: charging, resolve: hasBegun } = Promise.withResolvers<void>();
  let transactionId: unknown;
  let wh = 0;
  const now = () => new Date().toISOString();
  const begin = async (idTag: unknown) => {
    const start = { connectorId: 1, idTag, meterStart: 0, timestamp: now() };
    ({ transactionId } = await send('StartTransaction', start));
    hasBegun();
  };
  socket.on('message', (data) => {
    const [kind, messageId, third, fourth] = JSON.parse(String(data));
    if (kind === 3) waiting.get(messageId)?.(third);
    waiting.delete(messageId);
    if (kind !== 2) return;
    const answer = third === 'GetConfiguration' ? {} : { status: 'Accepted' };
    socket.send(JSON.stringify([3, messageId, answer]));
    if (third === 'RemoteStartTransaction') void begin(fourth.idTag);
  });
  await once(socket, 'open');
  await send('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'Manual' });
  await send('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status: 'Available',
    timestamp: now(),
  });
  return {
    ...{ place, socket, charging },
    async meter() {
      wh += 1;
      const sampledValue = [
        { value: String(wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
        { value: '7000', measurand: 'Power.Active.Import', unit: 'W' },
      ];
      await send('MeterValues', {
        ...{ connectorId: 1, transactionId },
        meterValue: [{ timestamp: now(), sampledValue }],
      });
    },
  };
}

async function startCharge(url: string, { place, charging }: Charger): Promise<void> {
  const response = await fetch(`${url}/v1/api${calls.startCharge.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${place.driver.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ChargePointID: place.number }),
  });
  const { status } = calls.startCharge.answer.parse(await response.json());
  if (status !== 'Accepted') throw new Error(`the start was ${status}`);
  await charging;
}

async function siteOf(url: string, place: Place | undefined): Promise<string> {
  const [connector] = calls.connectorStatus.answer.parse(
    await get(url, `/OnlineConnectorStatus/${place?.id}/1`, place?.driver.token),
  );
  return String(connector?.siteId);
}

async function get(url: string, path: string, token = ''): Promise<unknown> {
  const response = await fetch(`${url}/v1/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** Runs a task for each item, `AT_ONCE` at a time. */
async function inTurn<T>(items: T[], task: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const work = async () => {
    for (const item of left) await task(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function timed(task: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await task();
  return performance.now() - begun;
}
