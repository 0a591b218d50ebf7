/**
 * `pnpm bench cluster`: the capacity of one, two and three instances behind nginx, and the cost of
 * each charge point, message and live socket. Instances, PostgreSQL, nginx, NATS, the charge points
 * and the live clients share the processors of this machine, so more instances can't carry more
 * here. Compute capacity from CPU time and memory per unit (`.docs/capacity.md`), not from the
 * rates.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addPlaces, type Place, timeCoverOfCharges } from '@e2e/backend/testing';
import { calls, PRODUCT } from '@shared/contract';
import { liveProtocol } from '@shared/contract/live';
import pMap from 'p-map';
import { WebSocket } from 'ws';
import { type Cluster, startCluster } from '../cluster/start-cluster.ts';
import { ensureNats } from '../ensure-nats.ts';
import { ensureNginx } from '../ensure-nginx.ts';
import { processesOf, type Usage, usageOf } from './process-usage.ts';

const CHARGERS = Number(process.env.CLUSTER_CHARGERS ?? 500);
const SOCKETS = Number(process.env.CLUSTER_SOCKETS ?? 500);
/** Charge points that charge and send as fast as they get responses. */
const CHARGING = Math.min(100, CHARGERS);
const LOAD_MS = 6000;
/** Warm-up before each load, for the instances' JIT compiler. */
const WARM_UP_MS = 4000;
/** Charges of each charge point. The starts of the first half are a warm-up. */
const START_ROUNDS = 20;
/** Charge points that send while all users watch. */
const WATCHED = 5;
/** Connections that are opened at once. */
const concurrency = 50;
/** Time for background work to end. */
const QUIET_MS = 2000;
/** On SIGUSR2 an instance prints its memory without garbage. */
const MEMORY = 'memory ';
const PRINT_MEMORY = `data:text/javascript,process.on('SIGUSR2',()=>{gc();console.log('${MEMORY}'+JSON.stringify(process.memoryUsage()))})`;
/** Fewer than the limit of live sockets per IP address. */
const PER_ADDRESS = 150;
const CREDIT = 100_000;
const PRICE = {
  PriceKwh: 1.89,
  PriceTimeCharging: 0,
  TransactionPrice: 0,
  PriceTimePlugged: 0,
  PriceTimeParking: 0,
  ParkingGracePeriod: 0,
  PriceTimeOverstay: 0,
  OverstayGracePeriod: 0,
  OverstayPenalty: 0,
  DiscountTotal: 0,
  priceProfilePeriodFreeCharge: undefined,
};

/** Figures of a cluster, by their names. */
type Figures = Record<string, number>;

export async function measureCluster(): Promise<void> {
  const nginx = ensureNginx();
  if (!nginx || !ensureNats()) throw new Error('needs nginx and nats-server');
  const columns: Figures[] = [];
  for (const count of (process.env.CLUSTER_INSTANCES ?? '1,2,3').split(',').map(Number))
    columns.push(await measure(nginx, count));
  console.log(`\n${CHARGERS} charge points, ${CHARGING} of them charging, and ${SOCKETS} live sockets\n`);
  const print = (what: string, figures: string[]) =>
    console.log(what.padEnd(58) + figures.map((figure) => figure.padStart(10)).join(''));

  for (const what of Object.keys(columns[0] ?? {}))
    print(
      what,
      columns.map(({ [what]: figure = Number.NaN }) => figure.toFixed(figure < 1 ? 3 : figure < 10 ? 2 : 0)),
    );
}

async function measure(nginx: string, count: number): Promise<Figures> {
  const webAppDir = mkdtempSync(join(tmpdir(), 'web-app-'));
  writeFileSync(join(webAppDir, 'index.html'), '');
  const env = { NODE_ENV: 'production', NODE_OPTIONS: `--expose-gc --import "${PRINT_MEMORY}"` };
  const printed: NodeJS.MemoryUsage[] = [];
  const onLine = (line: string) => {
    if (line.startsWith(MEMORY)) printed.push(JSON.parse(line.slice(MEMORY.length)));
    else console.log(line);
  };
  const cluster = await startCluster(nginx, { webAppDir, count, env, onLine });
  const open: WebSocket[] = [];
  try {
    return await measureLoads(cluster, open, printed);
  } finally {
    for (const socket of open) socket.terminate();
    await cluster.stop();
    rmSync(webAppDir, { recursive: true, force: true });
  }
}

/** @param printed receives the memory of each instance after SIGUSR2 */
async function measureLoads(
  cluster: Cluster,
  open: WebSocket[],
  printed: NodeJS.MemoryUsage[],
): Promise<Figures> {
  const places = await addPlaces(cluster.databaseUrl, { count: CHARGERS, cents: CREDIT, price: PRICE });
  const processes = processesOf(cluster.databaseUrl);
  const usage = () => usageOf(processes);
  /** Returns the memory of all instances without garbage, in KB. */
  const readMemory = async () => {
    await wait(QUIET_MS);
    printed.length = 0;
    for (const pid of processes.instances()) process.kill(pid, 'SIGUSR2');
    while (printed.length < cluster.count) await wait(50);
    const sum = (bytesOf: (memory: NodeJS.MemoryUsage) => number) =>
      printed.reduce((total, memory) => total + bytesOf(memory), 0) / 1024;
    return { used: sum(({ heapUsed, external }) => heapUsed + external), resident: sum(({ rss }) => rss) };
  };
  /** Opens half of the connections, then the other half, and measures the cost of the latter. */
  const connectAll = async <T>(items: T[], connect: (item: T) => Promise<WebSocket>) => {
    const task = async (item: T) => void open.push(await connect(item));
    const half = Math.floor(items.length / 2);
    await pMap(items.slice(0, half), task, { concurrency });
    const memory = await readMemory();
    const before = usage();
    const startedAt = performance.now();
    await pMap(items.slice(half), task, { concurrency });
    const seconds = (performance.now() - startedAt) / 1000;
    const used = usedSince(before, usage());
    const count = items.length - half;
    const kb = ((await readMemory()).used - memory.used) / count;
    return { rate: count / seconds, kb, load: { count, used } };
  };

  const empty = await readMemory();
  const chargers: Charger[] = [];
  const points = await connectAll(places, async (place) => {
    const charger = await connectCharger(cluster.url, place);
    chargers.push(charger);
    return charger.socket;
  });

  let frames = 0;
  const viewers = Array.from({ length: SOCKETS }, (_, index) => ({
    token: places[index % places.length]?.driver.token ?? '',
    localAddress: `127.0.0.${2 + Math.floor(index / PER_ADDRESS)}`,
  }));
  const live = await connectAll(viewers, async ({ token, localAddress }) => {
    const socketUrl = `${cluster.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${token}`;
    const socket = new WebSocket(socketUrl, [liveProtocol(PRODUCT.slug)], { localAddress });
    socket.on('message', () => {
      frames += 1;
    });
    await once(socket, 'open');
    return socket;
  });

  const heartbeats = await load(chargers, (charger) => charger.heartbeat(), usage);
  const charging = chargers.slice(0, CHARGING);
  const starts = await measureStarts(cluster.url, charging, usage);
  const messages = await load(charging, (charger) => charger.meter(), usage);

  const coverMs = await timeCoverOfCharges(cluster.databaseUrl);

  // All users watch the site.
  const site = await siteOf(cluster.url, places[0]);
  const watchSite = ({ driver: { token } }: Place) => get(cluster.url, `/SiteConnectors/${site}`, token);
  await pMap(places, watchSite, { concurrency });
  const watched = await load(
    charging.slice(0, WATCHED),
    (charger) => charger.meter(),
    usage,
    () => frames,
  );

  const cpuOfOthers = (load: Load) => cpuOf(load, 'nginx') + cpuOf(load, 'nats');
  return {
    'charge points connected per second': points.rate,
    'live sockets connected per second': live.rate,
    'resident memory of an instance without connections, MB': empty.resident / 1024 / cluster.count,
    'of that, in use, MB': empty.used / 1024 / cluster.count,
    'memory in use per charge point, KB': points.kb,
    'memory in use per live socket, KB': live.kb,
    'meter values per second': perSecond(messages),
    'live frames per second': perSecond(watched),
    'CPU s per 1,000 meter values: instances': cpuOf(messages, 'instances'),
    '  PostgreSQL': cpuOf(messages, 'postgres'),
    '  nginx and NATS': cpuOfOthers(messages),
    'CPU s per 1,000 live frames: instances': cpuOf(watched, 'instances'),
    '  PostgreSQL ': cpuOf(watched, 'postgres'),
    '  nginx and NATS ': cpuOfOthers(watched),
    'CPU s per 1,000 heartbeats: instances': cpuOf(heartbeats, 'instances'),
    'CPU s per 1,000 charge starts: instances': cpuOf(starts, 'instances'),
    '  PostgreSQL   ': cpuOf(starts, 'postgres'),
    'CPU s per 1,000 charge point connections: instances': cpuOf(points.load, 'instances'),
    '  PostgreSQL  ': cpuOf(points.load, 'postgres'),
    'CPU s per 1,000 connections of live sockets: instances': cpuOf(live.load, 'instances'),
    'ms per charge of the job that stops uncovered charges': coverMs,
  };
}

interface Load {
  count: number;
  used: Usage;
}

const perSecond = ({ count }: Load) => count / (LOAD_MS / 1000);
/** Returns the CPU time in s per 1,000 items, which equals that in ms per item. */
const cpuOf = ({ count, used }: Load, name: keyof Usage) => used[name] / count;

/**
 * Makes each charge point send its next message after the response to the last one.
 * @param counted returns the number of events so far; by default, of messages
 */
async function load(
  chargers: Charger[],
  send: (charger: Charger) => Promise<unknown>,
  usage: () => Usage,
  counted?: () => number,
): Promise<Load> {
  let sent = 0;
  const total = counted ?? (() => sent);
  const end = performance.now() + WARM_UP_MS + LOAD_MS;
  const sending = chargers.map(async (charger) => {
    for (; performance.now() < end; sent += 1) await send(charger);
  });
  await wait(WARM_UP_MS);
  const before = { count: total(), usage: usage() };
  await Promise.all(sending);
  return { count: total() - before.count, used: usedSince(before.usage, usage()) };
}

/** Starts and stops charges of all charge points several times. The last ones go on. */
async function measureStarts(url: string, charging: Charger[], usage: () => Usage): Promise<Load> {
  const ofAll = (work: (charger: Charger) => Promise<unknown>) => pMap(charging, work, { concurrency: 10 });
  const rounds: Usage[] = [];
  for (let round = 0; round < START_ROUNDS; round++) {
    if (round > 0) await ofAll((charger) => charger.stop());
    const before = usage();
    await ofAll((charger) => startCharge(url, charger));
    rounds.push(usedSince(before, usage()));
  }
  const measured = rounds.slice(START_ROUNDS / 2);
  const sumOf = (name: keyof Usage) => measured.reduce((sum, used) => sum + used[name], 0);
  const used = {
    instances: sumOf('instances'),
    postgres: sumOf('postgres'),
    nginx: sumOf('nginx'),
    nats: sumOf('nats'),
  };
  return { count: charging.length * measured.length, used };
}

/** Returns the CPU time between two readings. */
const usedSince = (before: Usage, after: Usage): Usage => ({
  instances: after.instances - before.instances,
  postgres: after.postgres - before.postgres,
  nginx: after.nginx - before.nginx,
  nats: after.nats - before.nats,
});

interface Charger {
  place: Place;
  socket: WebSocket;
  /** Resolves when an accepted start has begun a charge. */
  charging: () => Promise<void>;
  stop: () => Promise<unknown>;
  heartbeat: () => Promise<unknown>;
  meter: () => Promise<unknown>;
}

/** Connects a charge point, which begins a charge on RemoteStartTransaction. */
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
  let charging = Promise.withResolvers<void>();
  let transactionId: unknown;
  let wh = 0;
  const now = () => new Date().toISOString();
  const begin = async (idTag: unknown) => {
    const start = { connectorId: 1, idTag, meterStart: wh, timestamp: now() };
    ({ transactionId } = await send('StartTransaction', start));
    charging.resolve();
  };
  socket.on('message', (data) => {
    const [kind, messageId, third, fourth] = JSON.parse(String(data));
    if (kind === 3) waiting.get(messageId)?.(third);
    waiting.delete(messageId);
    if (kind !== 2) return;
    const response = third === 'GetConfiguration' ? {} : { status: 'Accepted' };
    socket.send(JSON.stringify([3, messageId, response]));
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
    place,
    socket,
    charging: () => charging.promise,
    async stop() {
      charging = Promise.withResolvers();
      await send('StopTransaction', { transactionId, meterStop: wh, timestamp: now() });
    },
    heartbeat: () => send('Heartbeat', {}),
    meter() {
      wh += 1;
      const sampledValue = [
        { value: String(wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
        { value: '7000', measurand: 'Power.Active.Import', unit: 'W' },
      ];
      return send('MeterValues', {
        connectorId: 1,
        transactionId,
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
  const { status } = calls.startCharge.response.parse(await response.json());
  if (status !== 'Accepted') throw new Error(`starting the charge returned ${status}`);
  await charging();
}

async function siteOf(url: string, place: Place | undefined): Promise<string> {
  const [connector] = calls.connectorStatus.response.parse(
    await get(url, `/OnlineConnectorStatus/${place?.id}/1`, place?.driver.token),
  );
  return String(connector?.siteId);
}

async function get(url: string, path: string, token = ''): Promise<unknown> {
  const response = await fetch(`${url}/v1/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
