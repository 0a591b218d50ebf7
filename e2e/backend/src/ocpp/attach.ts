/** The OCPP 1.6J central system at `/ocpp/{chargePointId}`. */
import { inArray } from 'drizzle-orm';
import { createRPCError } from 'ocpp-rpc';
import type { WebSocket } from 'ws';
import { expireAttempts } from '../charging/attempts.ts';
import { coverTime } from '../charging/cover-cost.ts';
import { closeAbandoned } from '../charging/reconcile.ts';
import { sendDueStops } from '../charging/request-stop.ts';
import type { BackendContext } from '../context.ts';
import { chargePoints } from '../db/schema.ts';
import { createLogTally } from '../log-tally.ts';
import { forgetFinished } from '../valet/queue.ts';
import { type Accepted, type Acceptor, createAcceptor } from './acceptor.ts';
import { endSocket, POLICY_VIOLATION } from './end-socket.ts';
import { strictAnswer, strictCall } from './exchange.ts';
import { createHandlers } from './handlers.ts';
import { InOrder } from './in-order.ts';
import { limitInflow } from './inflow.ts';
import { openClient } from './open-client.ts';
import { refreshPresence, setOnline } from './presence.ts';
import { Registry, type SendCall } from './registry.ts';
import { withChangedSecret } from './secrets.ts';

/** Interface of the central system for the app and the charging routes. */
export interface CentralSystem {
  /**
   * Sends a call; resolves to undefined if the charge point is offline, replies with an error or
   * times out.
   */
  sendCall: SendCall;
  /** Handles a websocket upgrade below `/ocpp/`. */
  handleUpgrade: Acceptor['handleUpgrade'];
  /** Closes all connections. Must be called before the database is closed. */
  close(): Promise<void>;
}

const SECOND_MS = 1000;
const PRESENCE_MS = 30_000;
const HOUSEKEEPING_MS = 5000;
/** Time for a new connection to send a StatusNotification before the server triggers one. */
const SETTLE_MS = 3000;

const REPLACED = 1000;
/** Text from a client is cut to this many characters in the log. */
const MAX_DETAIL_LENGTH = 200;

interface Complaint {
  chargePointId: string;
  reason: string;
  outbound?: boolean;
  details?: string;
}

export async function attachOcpp(context: BackendContext): Promise<CentralSystem> {
  const registry = new Registry();
  const work = new InOrder();
  let closing = false;
  const failures = createLogTally<{ err: unknown; chargePointId: string; method: string }>(
    (line) => context.log.error(line, 'failed to handle a message'),
    context.now,
  );
  /** Counted by charge point and reason, so that a misbehaving client can't flood the log. */
  const complaints = createLogTally<Complaint>(
    (line) => context.log.warn(line, 'charge point misbehaves'),
    context.now,
  );

  /** Runs a handler after the charge point's earlier tasks. `close` waits for it. */
  async function answer<T>(chargePointId: string, method: string, task: () => Promise<T>): Promise<T> {
    try {
      return await work.run(chargePointId, task);
    } catch (error) {
      failures.add(`${chargePointId} ${method}`, { err: error, chargePointId, method });
      // Don't expose internals, such as a failed query, to the charge point.
      throw createRPCError('InternalError', 'Internal error');
    }
  }
  /** Runs a task without waiting for it, and logs its failure. */
  function inBackground(name: string, task: () => Promise<unknown>) {
    if (closing) return;
    work
      .run(name, task)
      .catch((error: unknown) => context.log.error({ err: error, name }, 'background task failed'));
  }

  function welcome(socket: WebSocket, { identity: chargePointId, visitor, secretHash, request }: Accepted) {
    const client = openClient(socket, chargePointId, request, context.log);
    const complain = (reason: string, details: Partial<Complaint> = {}) =>
      complaints.add(`${chargePointId} ${reason}`, { chargePointId, reason, ...details });
    const inflow = limitInflow(
      socket,
      () => performance.now(),
      () => complain('too many messages'),
    );
    let toldStatus = false;
    const deviates = (details: string, outbound: boolean) =>
      complain('not OCPP 1.6', { outbound, details: details.slice(0, MAX_DETAIL_LENGTH) });
    const connection = { call: strictCall(client, deviates), socket, secretHash };
    const replaced = registry.add(chargePointId, connection);
    if (replaced) endSocket(replaced.socket, REPLACED, 'replaced by a newer connection');
    const afterwards = (task: () => Promise<unknown>) => {
      setImmediate(() => inBackground(`after ${chargePointId}`, task));
    };
    const handlers = createHandlers(context, { sendCall: registry.sendCall, afterwards, visitor, complain });
    for (const [method, handle] of Object.entries(handlers)) {
      client.handle(method, ({ params }) => {
        toldStatus ||= method === 'StatusNotification';
        const task = () => strictAnswer(method, params, (read) => handle(chargePointId, read), deviates);
        return inflow.answer(() => answer(chargePointId, method, task));
      });
    }
    client.handle(async () => {
      throw createRPCError('NotImplemented', 'Unknown action');
    });
    client.on('badMessage', ({ error }) =>
      complain('not OCPP-J', { details: String(error).slice(0, MAX_DETAIL_LENGTH) }),
    );
    client.on('socketError', (error) =>
      context.log.info({ chargePointId, err: error }, 'charge point socket error'),
    );
    client.once('close', () => {
      if (registry.remove(chargePointId, connection)) {
        inBackground(chargePointId, () => setOnline(context, chargePointId, false));
      }
    });
    inBackground(chargePointId, () => setOnline(context, chargePointId, true));
    afterwards(() => sendDueStops(context, registry.sendCall, [chargePointId], 'connected'));
    // Not every charge point reports its statuses after it reconnects without a reboot.
    setTimeout(() => {
      if (!toldStatus && registry.get(chargePointId) === connection)
        afterwards(() => askStatuses(chargePointId));
    }, SETTLE_MS).unref();
  }

  const askStatuses = (chargePointId: string) =>
    registry.sendCall(
      chargePointId,
      'TriggerMessage',
      { requestedMessage: 'StatusNotification' },
      HOUSEKEEPING_MS,
    );

  const acceptor = createAcceptor(context, welcome);

  /** Closes connections that authenticated with a secret that has since been rotated or revoked. */
  async function endChangedSecrets() {
    const admitted = registry.snapshot();
    for (const id of await withChangedSecret(context.db, admitted)) {
      const connection = registry.get(id);
      // A newer connection may have authenticated with the new secret in the meantime.
      if (connection && connection === admitted.get(id))
        endSocket(connection.socket, POLICY_VIOLATION, 'secret changed');
    }
  }

  // Only one process can open the embedded database, so connections of an earlier process are gone.
  if (!context.options.databaseUrl) await context.db.update(chargePoints).set({ online: false });
  const timers = [
    setInterval(() => inBackground('waits', () => expireAttempts(context)), SECOND_MS),
    setInterval(() => {
      for (const tally of [failures, complaints]) tally.flush();
      acceptor.logRefusals();
      inBackground('secrets', endChangedSecrets);
      inBackground('roll', () => refreshPresence(context, registry.ids));
      inBackground('abandoned', () => closeAbandoned(context));
      inBackground('valet queue', () => forgetFinished(context));
      inBackground('credit', async () => {
        await coverTime(context);
        await sendDueStops(context, registry.sendCall, registry.ids);
      });
    }, context.options.presenceMs ?? PRESENCE_MS),
  ];

  return {
    sendCall: registry.sendCall,
    handleUpgrade: acceptor.handleUpgrade,
    async close() {
      closing = true;
      for (const timer of timers) clearInterval(timer);
      const ids = registry.ids;
      await acceptor.close();
      await work.idle();
      if (ids.length > 0) {
        await context.db.update(chargePoints).set({ online: false }).where(inArray(chargePoints.id, ids));
      }
    },
  };
}
