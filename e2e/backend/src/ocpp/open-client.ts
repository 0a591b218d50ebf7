import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { RPCClient } from 'ocpp-rpc';
import ServerClient from 'ocpp-rpc/lib/server-client.js';
import type { WebSocket } from 'ws';
import { SUBPROTOCOL } from './handshake.ts';

const PING_MS = 30_000;
const CALL_MS = 30_000;
/** Consecutive frames that aren't OCPP-J. With another one the connection is closed. */
const MOST_BAD_MESSAGES = 20;

/** Speaks OCPP over a websocket that has been accepted. `exchange.ts` validates the messages. */
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
      maxBadMessages: MOST_BAD_MESSAGES,
      callTimeoutMs: CALL_MS,
      callConcurrency: 1,
      pingIntervalMs: PING_MS,
      deferPingsOnActivity: false,
      respondWithDetailedErrors: false,
      // For clients that connect by themselves.
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
  // The library also calls this itself and drops the promise, which rejects if the socket fails while it closes. That must
  // not become an unhandled rejection.
  client.close = (options) =>
    close(options).catch((err: unknown) => {
      log.info({ err, chargePointId: identity }, 'connection of a charge point failed while it closed');
      return undefined;
    });
  return client;
}
