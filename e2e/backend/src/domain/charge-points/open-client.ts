import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { RPCClient } from 'ocpp-rpc';
import ServerClient from 'ocpp-rpc/lib/server-client.js';
import type { WebSocket } from 'ws';
import { SUBPROTOCOL } from './handshake.ts';

/** A connection ends if nothing arrives for this long after a ping. */
const PING_MS = 30_000;
const CALL_MS = 30_000;
/** Consecutive malformed OCPP-J frames that are tolerated; one more closes the connection. */
const MAX_BAD_MESSAGES = 20;

/** Creates the OCPP client of an accepted websocket. `exchange.ts` validates the messages. */
export function openClient(
  ws: WebSocket,
  identity: string,
  request: IncomingMessage,
  log: FastifyBaseLogger,
): RPCClient {
  const client = new ServerClient(
    {
      identity,
      protocols: [SUBPROTOCOL],
      strictMode: false,
      strictModeValidators: [],
      maxBadMessages: MAX_BAD_MESSAGES,
      callTimeoutMs: CALL_MS,
      callConcurrency: 1,
      // The library counts only pongs as signs of life.
      pingIntervalMs: 0,
      deferPingsOnActivity: false,
      respondWithDetailedErrors: false,
      // Required by the type, but used only by clients that open the connection.
      ...{ reconnect: false, maxReconnects: 0, password: null, wsOpts: {}, headers: {} },
      backoff: { initialDelay: 1000, maxDelay: 10_000, factor: 2, randomisationFactor: 0 },
    },
    {
      ws,
      session: {},
      handshake: {
        ...{ identity, request, headers: request.headers, endpoint: '/ocpp', password: undefined },
        ...{ protocols: new Set([SUBPROTOCOL]), query: new URLSearchParams() },
        remoteAddress: request.socket.remoteAddress,
      },
    },
  );
  const check = createLivenessCheck(ws, request.socket);
  const timer = setInterval(check, PING_MS);
  ws.once('close', () => clearInterval(timer));
  const close = client.close.bind(client);
  // The library also calls `close` itself without handling the promise, which rejects if the socket
  // fails while closing. That would be an unhandled rejection.
  client.close = (options) =>
    close(options).catch((err: unknown) => {
      log.info({ err, chargePointId: identity }, 'socket of a charge point failed while closing');
      return undefined;
    });
  return client;
}

/**
 * Returns a function that sends a ping, and ends the connection if nothing was received since its
 * last call. Any bytes count: some charge points answer no pings, and a large message over a slow
 * link takes minutes, in which no pong can arrive.
 */
export function createLivenessCheck(ws: WebSocket, socket: Socket): () => void {
  let received: number | undefined;
  return () => {
    if (socket.bytesRead === received) return ws.terminate();
    received = socket.bytesRead;
    ws.ping();
  };
}
