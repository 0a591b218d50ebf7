import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { RPCClient } from 'ocpp-rpc';
import ServerClient from 'ocpp-rpc/lib/server-client.js';
import type { WebSocket } from 'ws';
import { SUBPROTOCOL } from './handshake.ts';

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
      pingIntervalMs: PING_MS,
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
