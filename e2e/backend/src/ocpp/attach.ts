/** The OCPP 1.6J central system at `/ocpp/{chargePointId}`. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inArray } from 'drizzle-orm';
import { createRPCError, type RPCClient, RPCServer } from 'ocpp-rpc';
import { expireAttempts } from '../charging/attempts.ts';
import { coverTime } from '../charging/cover-cost.ts';
import { closeAbandoned, stopWanted } from '../charging/reconcile.ts';
import type { BackendContext } from '../context.ts';
import { chargePoints } from '../db/schema.ts';
import { forgetFinished } from '../valet/queue.ts';
import { admit } from './authenticate.ts';
import { createHandlers } from './handlers.ts';
import { InOrder } from './in-order.ts';
import { setOnline, takeRoll } from './presence.ts';
import { type Ask, Registry } from './registry.ts';

/** The OCPP side of the backend, as the app and the charging routes see it. */
export interface CentralSystem {
  /** Asks a charge point; undefined where it is away, answers an error or nothing in time. */
  ask: Ask;
  /** Takes a websocket upgrade below `/ocpp/`; the app sends it here. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends all connections; called before the database is closed. */
  close(): Promise<void>;
}

const PING_MS = 30_000;
/** Hours of meter values in one message fit; what is larger ends the connection. */
const LARGEST_FRAME = 256 * 1024;
const SECOND_MS = 1000;
const ROLL_MS = 30_000;
const HOUSEKEEPING_MS = 5000;
/** How long a charge point that says nothing as it comes back is given before it is asked for its statuses. */
const SETTLE_MS = 3000;

export async function attachOcpp(context: BackendContext): Promise<CentralSystem> {
  const registry = new Registry();
  const work = new InOrder();
  let closing = false;
  const server = new RPCServer({
    protocols: ['ocpp1.6'],
    strictMode: true,
    pingIntervalMs: PING_MS,
    wssOptions: { maxPayload: LARGEST_FRAME },
  });

  /** Answers in turn with all else of its charge point, and is waited for before the database closes. */
  async function answer<T>(chargePointId: string, method: string, task: () => Promise<T>): Promise<T> {
    try {
      return await work.run(chargePointId, task);
    } catch (error) {
      context.log.error({ err: error, chargePointId, method }, 'message not taken');
      throw error;
    }
  }
  /** Work that nobody waits for: its failure is logged. */
  function inBackground(name: string, task: () => Promise<unknown>) {
    if (closing) return;
    work
      .run(name, task)
      .catch((error: unknown) => context.log.error({ err: error, name }, 'background work'));
  }

  function welcome(client: RPCClient, visitor: boolean) {
    const chargePointId = client.identity ?? '';
    let toldStatus = false;
    registry.add(chargePointId, client);
    const afterwards = (task: () => Promise<unknown>) => {
      setImmediate(() => inBackground(`after ${chargePointId}`, task));
    };
    const handlers = createHandlers(context, { ask: registry.ask, afterwards, visitor });
    for (const [method, handle] of Object.entries(handlers)) {
      client.handle(method, ({ params }) => {
        toldStatus ||= method === 'StatusNotification';
        return answer(chargePointId, method, () => handle(chargePointId, params ?? {}));
      });
    }
    client.handle(async ({ method }) => {
      throw createRPCError('NotImplemented', method);
    });
    client.on('strictValidationFailure', ({ method, error, outbound }) =>
      context.log.warn({ chargePointId, method, outbound, reason: String(error) }, 'not OCPP 1.6'),
    );
    client.on('socketError', (error) => context.log.info({ chargePointId, err: error }, 'charge point line'));
    client.once('close', () => {
      if (registry.remove(chargePointId, client)) {
        inBackground(chargePointId, () => setOnline(context, chargePointId, false));
      }
    });
    inBackground(chargePointId, () => setOnline(context, chargePointId, true));
    afterwards(() => stopWanted(context, registry.ask, chargePointId));
    // Not every charge point tells its statuses when it only lost its line.
    setTimeout(() => {
      if (!toldStatus && registry.has(chargePointId)) afterwards(() => askStatuses(chargePointId));
    }, SETTLE_MS).unref();
  }

  const askStatuses = (chargePointId: string) =>
    registry.ask(
      chargePointId,
      'TriggerMessage',
      { requestedMessage: 'StatusNotification' },
      HOUSEKEEPING_MS,
    );

  server.auth((accept, reject, { identity, password }) => {
    admit(context, identity, password).then(
      (admission) => ('refused' in admission ? reject(admission.refused, 'refused') : accept(admission)),
      (error: unknown) => {
        context.log.error({ err: error }, 'charge point not let in');
        reject(500, 'error');
      },
    );
  });
  server.on('client', (client) => welcome(client, client.session.visitor));

  // One process alone has an embedded database: whoever was connected to an earlier one isn't any more.
  if (!context.options.databaseUrl) await context.db.update(chargePoints).set({ online: false });
  const timers = [
    setInterval(() => inBackground('waits', () => expireAttempts(context)), SECOND_MS),
    setInterval(() => {
      inBackground('roll', () => takeRoll(context, registry.ids));
      inBackground('abandoned', () => closeAbandoned(context));
      inBackground('valet queue', () => forgetFinished(context));
      inBackground('credit', async () => {
        await coverTime(context);
        await stopWanted(context, registry.ask, ...registry.ids);
      });
    }, ROLL_MS),
  ];

  return {
    ask: registry.ask,
    handleUpgrade: (request, socket, head) => void server.handleUpgrade(request, socket as Socket, head),
    async close() {
      closing = true;
      for (const timer of timers) clearInterval(timer);
      const ids = registry.ids;
      await server.close({ code: 1001, force: true });
      await work.idle();
      if (ids.length > 0) {
        await context.db.update(chargePoints).set({ online: false }).where(inArray(chargePoints.id, ids));
      }
    },
  };
}
