import { once } from 'node:events';
import type { ConnectionOptions } from 'node:tls';
import { RPCClient } from 'ocpp-rpc';
import { WebSocket } from 'ws';

/** Returns a client that validates each message, in both directions, by OCPP 1.6's schemas. */
export const strictClient = (url: string, identity: string, options: Partial<ClientOptions> = {}) =>
  new RPCClient({
    endpoint: `${url.replace('http', 'ws')}/ocpp`,
    identity,
    password: null,
    protocols: ['ocpp1.6'],
    strictMode: true,
    strictModeValidators: [],
    reconnect: false,
    maxReconnects: 0,
    callTimeoutMs: 30_000,
    pingIntervalMs: 30_000,
    deferPingsOnActivity: false,
    respondWithDetailedErrors: false,
    callConcurrency: 1,
    maxBadMessages: 1,
    wsOpts: {},
    headers: {},
    backoff: { initialDelay: 1, maxDelay: 2, factor: 2, randomisationFactor: 0 },
    ...options,
  });
type ClientOptions = ConstructorParameters<typeof RPCClient>[0];

/**
 * Connects as a charge point and returns the HTTP status of the response: 101 if it is admitted.
 */
export async function handshakeStatus(
  url: string,
  identity: string,
  password?: string,
  headers: Record<string, string> = {},
  tls: ConnectionOptions = {},
): Promise<number> {
  const client = strictClient(url, identity, { password: password ?? null, wsOpts: tls, headers });
  try {
    await client.connect();
    await client.close();
    return 101;
  } catch (error) {
    return (error as { code: number }).code;
  }
}

export interface RawChargePoint {
  socket: WebSocket;
  /** Calls from the central system, in order of arrival. */
  received: { method: string; params: unknown }[];
  /** Sends a call with any payload and resolves to the response frame. */
  call(method: string, ...payload: unknown[]): Promise<unknown[]>;
  /** Resolves to the close code. */
  closed: Promise<number>;
}

type Reply = object | { errorCode: string } | undefined;

interface RawOptions {
  password?: string;
  /** Returns the payload of the confirmation, `undefined` for none, or the code of an error. */
  respond?: (method: string, params: unknown) => Reply | Promise<Reply>;
}

/** Connects as a charge point that sends its payloads without validating them. */
export async function connectRaw(
  url: string,
  identity: string,
  { password, respond = () => ({ status: 'Accepted' }) }: RawOptions = {},
): Promise<RawChargePoint> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/ocpp/${encodeURIComponent(identity)}`,
    ['ocpp1.6'],
    password === undefined ? {} : { headers: { authorization: basic(identity, password) } },
  );
  const received: RawChargePoint['received'] = [];
  const waiting = new Map<unknown, (frame: unknown[]) => void>();
  let count = 0;
  socket.on('message', async (data) => {
    const frame: unknown[] = JSON.parse(String(data));
    const [type, id, method, params] = frame;
    if (type !== 2) return waiting.get(id)?.(frame);
    received.push({ method: String(method), params });
    const payload = await respond(String(method), params);
    if (payload && 'errorCode' in payload) socket.send(JSON.stringify([4, id, payload.errorCode, '', {}]));
    else if (payload) socket.send(JSON.stringify([3, id, payload]));
  });
  const closed = once(socket, 'close').then(([code]: number[]) => code ?? 0);
  await once(socket, 'open');
  return {
    socket,
    received,
    closed,
    call(method, ...payload) {
      count += 1;
      const id = String(count);
      socket.send(JSON.stringify([2, id, method, ...payload]));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
}

const basic = (identity: string, password: string) =>
  `Basic ${Buffer.from(`${identity}:${password}`).toString('base64')}`;
