/** Dispatches websocket upgrades: the central system and the live stream share one port. */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIVE_PATH } from '@shared/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

const LIVE_STREAM = new RegExp(`^${LIVE_PATH}/?$`);

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
type Dispatch = (...args: [...Parameters<Upgrade>, path: string]) => void;

/** Call this after `app.ready()`, when the live stream has added its own listeners. */
export function dispatchUpgrades(
  app: FastifyInstance,
  central: { handleUpgrade: Upgrade },
  handshakeMs: number,
): void {
  const live = app.server.listeners('upgrade');
  app.server.removeAllListeners('upgrade');
  onUpgrade(app.server, { handshakeMs, log: app.log }, (request, socket, head, path) => {
    if (path.startsWith('/ocpp/')) central.handleUpgrade(request, socket, head);
    else if (LIVE_STREAM.test(path))
      for (const listen of live) listen.call(app.server, request, socket, head);
    else rejectUpgrade(socket, 404);
  });
}

/** Calls `dispatch` for the websocket upgrades of a server, and refuses any other upgrade. */
export function onUpgrade(
  server: Pick<Server, 'on'>,
  { handshakeMs, log }: { handshakeMs: number; log: FastifyBaseLogger },
  dispatch: Dispatch,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has removed its own 'error' listener; without one an error would end the process.
    socket.on('error', () => socket.destroy());
    // The websocket server clears the timeout when the handshake is complete.
    if (socket instanceof Socket) socket.setTimeout(handshakeMs, () => socket.destroy());
    try {
      const [path = ''] = (request.url ?? '').split('?', 1);
      const isWebsocket = request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket';
      if (isWebsocket && isDecodable(path)) dispatch(request, socket, head, path);
      else rejectUpgrade(socket, 400);
    } catch (err) {
      log.error({ err }, 'upgrade failed');
      rejectUpgrade(socket, 500);
    }
  });
}

/** Returns false for a path with a `%` that begins no character. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Responds to an upgrade request with an HTTP status and closes the connection. */
export function rejectUpgrade(socket: Duplex, status: number, headers: Record<string, string> = {}): void {
  if (!socket.writable) return void socket.destroy();
  const lines = Object.entries({ Connection: 'close', 'Content-Length': '0', ...headers });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map((line) => line.join(': '))];
  // Closes our half even if the client keeps its half open.
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n`);
}
