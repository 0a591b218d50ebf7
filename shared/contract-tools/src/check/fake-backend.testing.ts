/** A backend for tests. Returns each call's complete response, unless `planted` changes it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHARGER_NOT_FOUND, PRODUCT } from '@shared/contract';
import { HEARTBEAT, INVALID_USER, liveProtocol } from '@shared/contract/live';
import { RESPONSES } from '@shared/testing/responses';
import { type WebSocket, WebSocketServer } from 'ws';
import { allCalls, type CallName } from '../call-details.ts';
import { UNKNOWN, UNKNOWN_ID } from './inspector.ts';

export const USER = { email: 'ana@faisca.example', password: 'a secret password' };
const TOKEN = 'a-secret-token';
export const ORIGIN = 'https://app.example';

export interface FakeRequest {
  /** Undefined for a path that the contract doesn't have. */
  name: CallName | undefined;
  method: string;
  /** Whether the request carries the session's token. */
  hasSession: boolean;
  /** Path and query. */
  url: string;
}

export interface FakeResponse {
  status: number;
  headers: Record<string, string>;
  /** Sent as it is if it is text, else as JSON; undefined for no body. */
  body: unknown;
  /** The response is never sent. */
  isWithheld?: boolean;
}

/** Deviations from a backend that conforms. */
export interface Planted {
  respond?: (request: FakeRequest, response: FakeResponse) => FakeResponse;
  /** Replaces the echo of a heartbeat. */
  onHeartbeat?: (socket: WebSocket) => void;
  onUnknownToken?: (socket: WebSocket) => void;
  /** Selects no sub-protocol. */
  lacksProtocol?: true;
  refusesStream?: true;
}

const CORS = {
  'access-control-allow-origin': ORIGIN,
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, user-location, x-brand-id',
  'access-control-expose-headers': 'date',
};
const CALLS = Object.entries(allCalls).map(([name, { method, path }]) => ({
  name: name as CallName,
  method,
  pattern: new RegExp(`^/v1/api${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
/** Whether a call works without a session. */
const isForGuests = (name: CallName) =>
  'public' in allCalls[name] || 'sameForAll' in allCalls[name] || name.startsWith('connector');

function conforming({ name, method, hasSession, url }: FakeRequest, loggedOut: boolean): FakeResponse {
  const reply = (status: number, body?: unknown) => ({ status, headers: CORS, body });
  if (method === 'OPTIONS') return reply(204);
  if (name === undefined) return reply(404, { code: 'PATH_NOT_FOUND' });
  if (!isForGuests(name) && (!hasSession || loggedOut)) return reply(401, { error: { code: 'NO_SESSION' } });
  if (name === 'chargerId' && url.includes('999999999')) return reply(200, { chargerId: CHARGER_NOT_FOUND });
  if (url.includes(UNKNOWN_ID) || url.includes(UNKNOWN)) return reply(404, 'Not found');
  return name in RESPONSES ? reply(200, RESPONSES[name as keyof typeof RESPONSES]) : reply(204);
}

/** Starts the backend on a free local port. */
export async function startFakeBackend(planted: Planted = {}) {
  let loggedOut = false;
  const requests: FakeRequest[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const url = request.url ?? '';
    const method = request.method ?? '';
    const [pathname = ''] = url.split('?');
    const received = {
      name: CALLS.find((call) => call.method === method && call.pattern.test(pathname))?.name,
      method,
      url,
      hasSession: request.headers.authorization === `Bearer ${TOKEN}`,
    };
    requests.push(received);
    if (received.name === 'login') loggedOut = false;
    const sent = loginOf(received, body) ?? conforming(received, loggedOut);
    if (received.name === 'logout' && received.hasSession) loggedOut = true;
    const { status, headers, body: sentBody, isWithheld } = planted.respond?.(received, sent) ?? sent;
    if (isWithheld) return;
    const text = typeof sentBody === 'string' ? sentBody : JSON.stringify(sentBody);
    response.writeHead(status, headers).end(text);
  }

  const server = createServer((request, response) => void handle(request, response));
  const stream = new WebSocketServer({
    noServer: true,
    handleProtocols: () => !planted.lacksProtocol && liveProtocol(PRODUCT.slug),
  });
  server.on('upgrade', (request, socket, head) => {
    if (planted.refusesStream) return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    stream.handleUpgrade(request, socket, head, (client) => {
      const isKnown = request.url?.endsWith(`token=${TOKEN}`);
      if (!isKnown) {
        if (planted.onUnknownToken) planted.onUnknownToken(client);
        else client.close(4401, INVALID_USER);
        return;
      }
      client.on('message', () => {
        if (planted.onHeartbeat) planted.onHeartbeat(client);
        else client.send(JSON.stringify(HEARTBEAT));
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    api: `http://127.0.0.1:${port}/v1/api`,
    live: `ws://127.0.0.1:${port}/v1/ws/UserMessages`,
    requests,
    async close(): Promise<void> {
      for (const client of stream.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function loginOf({ name }: FakeRequest, body: string): FakeResponse | undefined {
  if (name !== 'login') return undefined;
  const isUser = body === JSON.stringify(USER);
  if (!isUser) return { status: 404, headers: CORS, body: { code: 'USER_NOT_FOUND' } };
  return { status: 200, headers: CORS, body: { ...RESPONSES.login, token: TOKEN } };
}
