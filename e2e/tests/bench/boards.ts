/**
 * Measures 1,000 polling boards and 1,000 live sockets, on the backend and on a bare server that
 * sends the same bytes.
 */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { PRODUCT } from '@shared/contract';
import { liveProtocol } from '@shared/contract/live';
import { WebSocket } from 'ws';
import { connectManualCharger } from '../product/manual-charger.ts';
import { startTarget, type Target } from './load-target.ts';

const CLIENTS = 1000;
const ROUNDS = 5;
const SAMPLES = 20;

/** Load of one server. Times in ms. */
interface Load {
  /** Duration of each round: until the last response, or until the last socket has the message. */
  roundMs: number[];
  /** Mean CPU time of the server per round. */
  cpuOfRound: number;
  memoryMb: number;
}
export interface Loads {
  bytes: number;
  backend: Load;
  bare: Load;
}

/** @param databaseUrl a PostgreSQL server, or an empty string for the embedded database */
export async function timeManyClients(databaseUrl: string): Promise<{ boards: Loads; sockets: Loads }> {
  const backend = await startTarget('serve-many-users', [String(CLIENTS)], { DATABASE_URL: databaseUrl });
  const stops = [backend.stop];
  try {
    const path = `/v1/api/viewer/SiteConnectorsStatus/${await fleetSite(backend)}`;
    const board = await poll(new URL(path, backend.url), undefined);
    const bare = await startTarget(
      'serve-bare',
      [],
      {},
      {
        body: board.body.toString('base64'),
        headers: { 'content-type': 'application/json; charset=utf-8', ...board.encoding },
      },
    );
    stops.push(bare.stop);
    const boards = await timeBoards(backend, bare, path);
    return { boards: { bytes: board.body.length, ...boards }, sockets: await timeSockets(backend, bare) };
  } finally {
    for (const stop of stops) await stop();
  }
}

async function fleetSite({ url }: Target): Promise<string> {
  const response = await fetch(`${url}/v1/api/ChargerSitesSearch?lat=-23.56&lng=-46.66&dist=50000`);
  const sites = (await response.json()) as { csId: number; csName: string }[];
  const fleet = sites.find(({ csName }) => csName.includes('Frota'));
  if (!fleet) throw new Error('the demo data has no fleet site');
  return String(fleet.csId);
}

function poll(url: URL, agent: Agent | undefined) {
  return new Promise<{ body: Buffer; encoding: Record<string, string> }>((resolve, reject) => {
    const request = get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const name = response.headers['content-encoding'];
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
        else resolve({ body: Buffer.concat(chunks), encoding: name ? { 'content-encoding': name } : {} });
      });
    });
    request.on('error', reject);
  });
}

/**
 * Measures rounds in which all boards poll one of the servers at once. The first round opens the
 * connections.
 */
async function timeBoards(backend: Target, bare: Target, path: string): Promise<Omit<Loads, 'bytes'>> {
  const agents = { backend: createAgent(), bare: createAgent() };
  const urls = { backend: new URL(path, backend.url), bare: new URL('/', bare.url) };
  return alternate({ backend, bare }, ROUNDS, async (name) => {
    await Promise.all(Array.from({ length: CLIENTS }, () => poll(urls[name], agents[name])));
  }).finally(() => {
    agents.backend.destroy();
    agents.bare.destroy();
  });
}
const createAgent = () => new Agent({ keepAlive: true, maxSockets: CLIENTS });

/** Measures the time from a meter value until 1,000 users who watch the site have received it. */
async function timeSockets(backend: Target, bare: Target): Promise<Loads> {
  const charger = await connectManualCharger(backend.url, 'BOARDS');
  const [driverToken = ''] = backend.tokens;
  const call = (path: string, token: string, body?: object) =>
    fetch(`${backend.url}/v1/api${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).then(async (response) => (await response.json()) as Record<string, unknown>[] & { status?: string });
  const [connector] = await call('/OnlineConnectorStatus/BOARDS/1', driverToken);
  const site = String(connector?.siteId);
  const started = await call('/RemoteStartTransactionRequest', driverToken, {
    ChargePointID: connector?.chargerId,
  });
  if (started.status !== 'Accepted') throw new Error(`starting the charge returned ${started.status}`);
  await charger.started;
  await Promise.all(backend.tokens.map((token) => call(`/SiteConnectors/${site}`, token)));

  const backendSockets = await openSockets(
    backend.tokens.map((token) => `${backend.url}/v1/ws/UserMessages?token=${token}`),
    liveProtocol(PRODUCT.slug),
  );
  const bareSockets = await openSockets(Array(CLIENTS).fill(bare.url), []);
  try {
    let sample = 0;
    const sendMeterValue = async () => {
      const frames = backendSockets.nextFrames();
      await charger.meter(++sample * 10, 7000 + sample, 50);
      return frames;
    };
    // The frame for a user who isn't charging. The bare server sends the same bytes.
    const text = (await sendMeterValue()).at(-1) ?? '';
    const [sender] = bareSockets.sockets;
    const loads = await alternate({ backend, bare }, SAMPLES, async (name) => {
      if (name === 'backend') return void (await sendMeterValue());
      const frames = bareSockets.nextFrames();
      sender?.send(text);
      await frames;
    });
    return { bytes: Buffer.byteLength(text), ...loads };
  } finally {
    for (const socket of [...backendSockets.sockets, ...bareSockets.sockets]) socket.terminate();
    charger.close();
  }
}

/** Opens a socket to each URL. `nextFrames` resolves with the next frame of every socket. */
async function openSockets(urls: string[], protocol: string | string[]) {
  const sockets = urls.map((url) => new WebSocket(url.replace(/^http/, 'ws'), protocol));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  const nextFrames = () =>
    Promise.all(
      sockets.map(async (socket) => {
        const [data] = await once(socket, 'message');
        return String(data);
      }),
    );
  return { sockets, nextFrames };
}

/** Alternates rounds between the servers. The first round of each only warms up. */
async function alternate(
  targets: { backend: Target; bare: Target },
  rounds: number,
  round: (name: 'backend' | 'bare') => Promise<void>,
): Promise<{ backend: Load; bare: Load }> {
  const loads = { backend: emptyLoad(), bare: emptyLoad() };
  for (let i = 0; i <= rounds; i++)
    for (const name of ['backend', 'bare'] as const) {
      const before = await targets[name].usage();
      const startedAt = performance.now();
      await round(name);
      const took = performance.now() - startedAt;
      const after = await targets[name].usage();
      if (i === 0) continue;
      loads[name].roundMs.push(took);
      loads[name].cpuOfRound += (after.cpuMs - before.cpuMs) / rounds;
      loads[name].memoryMb = after.memoryMb;
    }
  return loads;
}
const emptyLoad = (): Load => ({ roundMs: [], cpuOfRound: 0, memoryMb: 0 });
