/** The OCPP 1.6J central system at `/ocpp/{chargePointId}`. */
import { inArray } from 'drizzle-orm';
import { createRPCError } from 'ocpp-rpc';
import type { WebSocket } from 'ws';
import { expireAttempts } from '../charging/attempts.ts';
import { coverTime } from '../charging/cover-cost.ts';
import { closeAbandoned } from '../charging/reconcile.ts';
import { stopWanted } from '../charging/request-stop.ts';
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
import { setOnline, takeRoll } from './presence.ts';
import { type Ask, Registry } from './registry.ts';
import { withChangedSecret } from './secrets.ts';

/** The OCPP side of the backend, as the app and the charging routes see it. */
export interface CentralSystem {
  /** Asks a charge point; undefined where it is away, answers an error or nothing in time. */
  ask: Ask;
  /** Takes a websocket upgrade below `/ocpp/`; the app sends it here. */
  handleUpgrade: Acceptor['handleUpgrade'];
  /** Ends all connections; called before the database is closed. */
  close(): Promise<void>;
}

const SECOND_MS = 1000;
const ROLL_MS = 30_000;
const HOUSEKEEPING_MS = 5000;
/** How long a charge point that says nothing as it comes back is given before it is asked for its statuses. */
const SETTLE_MS = 3000;

const REPLACED = 1000;
/** Longest text of a client that is logged. */
const LONGEST_DETAIL = 200;

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
    (line) => context.log.error(line, 'message not taken'),
    context.now,
  );
  /** By charge point and kind: a client that repeats itself must not flood the log. */
  const complaints = createLogTally<Complaint>(
    (line) => context.log.warn(line, 'charge point misbehaves'),
    context.now,
  );

  /** Answers in turn with all else of its charge point, and is waited for before the database closes. */
  async function answer<T>(chargePointId: string, method: string, task: () => Promise<T>): Promise<T> {
    try {
      return await work.run(chargePointId, task);
    } catch (error) {
      failures.add(`${chargePointId} ${method}`, { err: error, chargePointId, method });
      // The charge point learns no internals, such as a failed query.
      throw createRPCError('InternalError', 'Internal error');
    }
  }
  /** Work that nobody waits for: its failure is logged. */
  function inBackground(name: string, task: () => Promise<unknown>) {
    if (closing) return;
    work
      .run(name, task)
      .catch((error: unknown) => context.log.error({ err: error, name }, 'background work'));
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
      complain('not OCPP 1.6', { outbound, details: details.slice(0, LONGEST_DETAIL) });
    const connection = { call: strictCall(client, deviates), socket, secretHash };
    const replaced = registry.add(chargePointId, connection);
    if (replaced) endSocket(replaced.socket, REPLACED, 'replaced by a newer connection');
    const afterwards = (task: () => Promise<unknown>) => {
      setImmediate(() => inBackground(`after ${chargePointId}`, task));
    };
    const handlers = createHandlers(context, { ask: registry.ask, afterwards, visitor, complain });
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
      complain('not OCPP-J', { details: String(error).slice(0, LONGEST_DETAIL) }),
    );
    client.on('socketError', (error) => context.log.info({ chargePointId, err: error }, 'charge point line'));
    client.once('close', () => {
      if (registry.remove(chargePointId, connection)) {
        inBackground(chargePointId, () => setOnline(context, chargePointId, false));
      }
    });
    inBackground(chargePointId, () => setOnline(context, chargePointId, true));
    afterwards(() => stopWanted(context, registry.ask, [chargePointId], 'connected'));
    // Not every charge point tells its statuses when it only lost its line.
    setTimeout(() => {
      if (!toldStatus && registry.get(chargePointId) === connection)
        afterwards(() => askStatuses(chargePointId));
    }, SETTLE_MS).unref();
  }

  const askStatuses = (chargePointId: string) =>
    registry.ask(
      chargePointId,
      'TriggerMessage',
      { requestedMessage: 'StatusNotification' },
      HOUSEKEEPING_MS,
    );

  const acceptor = createAcceptor(context, welcome);

  /** Ends connections that were admitted with a secret that has been rotated or revoked. */
  async function endChangedSecrets() {
    const admitted = registry.snapshot();
    for (const id of await withChangedSecret(context.db, admitted)) {
      const connection = registry.get(id);
      // A newer one may have been admitted with the new secret meanwhile.
      if (connection && connection === admitted.get(id))
        endSocket(connection.socket, POLICY_VIOLATION, 'secret changed');
    }
  }

  // One process alone has an embedded database: whoever was connected to an earlier one isn't any more.
  if (!context.options.databaseUrl) await context.db.update(chargePoints).set({ online: false });
  const timers = [
    setInterval(() => inBackground('waits', () => expireAttempts(context)), SECOND_MS),
    setInterval(() => {
      for (const tally of [failures, complaints]) tally.flush();
      acceptor.logRefusals();
      inBackground('secrets', endChangedSecrets);
      inBackground('roll', () => takeRoll(context, registry.ids));
      inBackground('abandoned', () => closeAbandoned(context));
      inBackground('valet queue', () => forgetFinished(context));
      inBackground('credit', async () => {
        await coverTime(context);
        await stopWanted(context, registry.ask, registry.ids);
      });
    }, context.options.presenceMs ?? ROLL_MS),
  ];

  return {
    ask: registry.ask,
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
