/**
 * A proxy between charge points and the central system that drops, duplicates, delays and reorders
 * frames.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { Random } from '../../testing/random.ts';

export interface FaultRates {
  /** Shares of the frames, 0 to 1. */
  drop: number;
  double: number;
  delay: number;
  /** Longest delay of a frame, in ms. Later frames overtake a delayed one. */
  delayMs: number;
  /** Share of the frames at which the connection is cut. */
  cut: number;
}

export const NO_FAULTS: FaultRates = { drop: 0, double: 0, delay: 0, delayMs: 0, cut: 0 };

export interface FaultyProxy {
  /** URL for the charge points: `ws://…/ocpp`. */
  endpoint: string;
  faultRates: FaultRates;
  /** Number of frames, in total and by what happened to them. */
  count: Record<'frames' | 'dropped' | 'doubled' | 'delayed' | 'cut', number>;
  close(): Promise<void>;
}

/**
 * Opens the proxy.
 * @param target the central system's `ws://…` URL
 */
export async function openFaultyProxy(target: string, random: Random): Promise<FaultyProxy> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: FaultyProxy = {
    endpoint: `ws://127.0.0.1:${port}/ocpp`,
    faultRates: NO_FAULTS,
    count: { frames: 0, dropped: 0, doubled: 0, delayed: 0, cut: 0 },
    async close() {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };

  server.on('connection', (client, request) => {
    const upstream = new WebSocket(`${target}${request.url}`, client.protocol);
    const pending: string[] = [];
    client.on('message', (data) => {
      if (upstream.readyState === WebSocket.CONNECTING) pending.push(String(data));
      else forward(proxy, random, String(data), client, upstream);
    });
    upstream.on('open', () => {
      for (const frame of pending) upstream.send(frame);
    });
    upstream.on('message', (data) => forward(proxy, random, String(data), upstream, client));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('close', () => other.terminate());
      // Cut connections are expected; the close event that follows ends the other side.
      one.on('error', () => undefined);
    }
  });
  return proxy;
}

function forward(proxy: FaultyProxy, random: Random, frame: string, from: WebSocket, to: WebSocket): void {
  const { faultRates: rates, count } = proxy;
  const send = () => {
    if (to.readyState === WebSocket.OPEN) to.send(frame);
  };
  count.frames += 1;
  if (random.chance(rates.cut)) {
    count.cut += 1;
    from.terminate();
    return;
  }
  if (random.chance(rates.drop)) {
    count.dropped += 1;
    return;
  }
  const copies = random.chance(rates.double) ? 2 : 1;
  count.doubled += copies - 1;
  for (let copy = 0; copy < copies; copy += 1) {
    if (random.chance(rates.delay)) {
      count.delayed += 1;
      setTimeout(send, random.int(rates.delayMs));
    } else send();
  }
}
