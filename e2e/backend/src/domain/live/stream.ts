/** `/UserMessages?token=…` or `?ticket=…`: sends users their events over websockets. */
import type { WebsocketPluginOptions } from '@fastify/websocket';
import { PRODUCT } from '@shared/contract';
import { parseJson } from '@shared/contract/lenient';
import { HEARTBEAT, liveProtocol } from '@shared/contract/live';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allowsSocketFrom } from '../../platform/api/origins.ts';
import { inBatches } from '../../platform/database/rows.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { addressBlockOf } from '../../platform/limits/client-address.ts';
import { createSlots } from '../../platform/limits/slots.ts';
import { hashOf, userOfSession, validHashes } from '../people/auth/tokens.ts';
import { createClientConnection } from './client-connection.ts';
import type { LiveContext } from './context.ts';
import { deliver } from './deliver.ts';
import { refuseTicket, refuseUnauthorized, type Sockets } from './sockets.ts';
import { takeTicket } from './tickets.ts';

const RETRY_S = 30;
const PROTOCOL = liveProtocol(PRODUCT.slug);
const HEARTBEAT_FRAME = JSON.stringify(HEARTBEAT);

/** Options of the websocket plugin. `createClientConnection` sends the pongs. */
export const WEBSOCKET_OPTIONS: WebsocketPluginOptions = {
  options: {
    maxPayload: 4096,
    autoPong: false,
    handleProtocols: (offered) => offered.has(PROTOCOL) && PROTOCOL,
  },
  // Clients cause these with malformed frames: they must not be logged as errors of the server.
  errorHandler: (err, socket, request) => {
    request.log.warn({ err }, 'a live connection failed');
    socket.terminate();
  },
};

export function registerLiveStream(app: FastifyInstance, context: LiveContext, sockets: Sockets): void {
  const { options } = context;
  const takeSlot = createSlots(options.liveSocketsPerAddressBlock);
  app.addHook('onClose', async () => sockets.close());
  // A client that reconnects fetches whatever it may have missed.
  context.bus.onMissed(() => void sockets.reconnectAll());
  context.bus.subscribe((event) => {
    deliver(context, sockets, event).catch((err) =>
      context.log.error({ err, kind: event.kind }, 'could not deliver an event'),
    );
  });

  // Runs no query, so that refused clients cost the database nothing.
  const checkAdmission = async ({ ws, headers, host, ip, raw }: FastifyRequest) => {
    if (!ws) throw notFound('ADDRESS');
    if (!allowsSocketFrom(options, headers.origin, host)) throw new Failure(403, 'ORIGIN_REFUSED');
    // A destroyed connection emits no further `close`.
    const freeSlot = raw.socket.destroyed ? undefined : takeSlot(addressBlockOf(ip));
    if (!freeSlot) throw new Failure(429, 'TOO_MANY_CONNECTIONS', 'TOO_MANY_CONNECTIONS', RETRY_S);
    raw.socket.once('close', freeSlot);
  };

  const callers = new WeakMap<FastifyRequest, { userId: number; tokenHash: string }>();
  // Runs before the connection opens, because clients rely on events from then on.
  const lookUpCaller = async (request: FastifyRequest) => {
    const { db, now } = context;
    const ticket = queryOf(request, 'ticket');
    const tokenHash = ticket ? await takeTicket(db, ticket, now()) : hashOf(queryOf(request, 'token'));
    const user = tokenHash && (await userOfSession(db, tokenHash, now()));
    if (user) callers.set(request, { userId: user.id, tokenHash });
  };

  app.get(
    '/UserMessages',
    { websocket: true, onRequest: checkAdmission, preValidation: lookUpCaller },
    (socket, request) => {
      const caller = callers.get(request);
      if (!caller) return queryOf(request, 'ticket') ? refuseTicket(socket) : refuseUnauthorized(socket);
      const connection = createClientConnection(context.randomness, socket, (text) => {
        if (isHeartbeat(text)) connection.send(HEARTBEAT_FRAME);
      });
      sockets.add(caller.userId, { socket, connection, tokenHash: caller.tokenHash });
    },
  );
}

/** Returns an empty string if the query doesn't have the parameter, or has it several times. */
function queryOf({ query }: FastifyRequest, name: 'token' | 'ticket'): string {
  const value = (query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}

/** Returns false for any other frame, JSON or not: the stream accepts only heartbeats. */
function isHeartbeat(text: string): boolean {
  const frame = parseJson(text);
  return typeof frame === 'object' && frame !== null && 'type' in frame && frame.type === HEARTBEAT.type;
}

/** Closes the sockets of sessions that have expired while they were connected. */
export async function endExpired({ db, now }: Pick<LiveContext, 'db' | 'now'>, sockets: Sockets) {
  for (const batch of inBatches(sockets.tokenHashes())) {
    const valid = await validHashes(db, batch, now());
    sockets.closeSessions(new Set(batch.filter((hash) => !valid.has(hash))));
  }
}
