import type { WebSocket } from 'ws';
import { wait } from '../../platform/clock.ts';
import { waitAtMost } from '../../platform/time-limit.ts';
import type { Call } from './calls.ts';
import type { ChargePointsContext } from './context.ts';
import { endSocket, POLICY_VIOLATION } from './end-socket.ts';
import { beginConnection, endConnection, findLostConnections, moveConnection } from './presence.ts';
import { type Admission, withChangedCredentials } from './secrets.ts';
import type { Tasks } from './tasks.ts';

const REPLACED = 1000;
const RESTART = 1012;
const TRY_AGAIN_LATER = 1013;
/** Interval between closing two connections at shutdown, and the limit for closing all, in ms. */
const MOVE_INTERVAL_MS = 20;
const MOVE_ALL_MS = 10_000;
/**
 * How long the server waits for replies to its calls before it closes their connections, in ms.
 * A single instance doesn't wait: nothing is served until it has restarted.
 */
const PENDING_MS = 12_000;
/**
 * After this time, connections are closed even if a slow database hasn't stored their end, in ms.
 */
const STORED_MS = 15_000;
const CONCURRENT_MOVES = 8;

export interface Connection extends Admission {
  call: Call;
  socket: WebSocket;
  /** Its number among the charge point's connections; undefined until that is stored. */
  epoch: number | undefined;
  /** Calls without a reply so far. */
  pending: Set<Promise<unknown>>;
  /** Whether a newer connection at another instance has replaced it. */
  replacedElsewhere: boolean;
  /** Stops responding to other instances' calls. */
  stopResponding: () => void;
}

/** The newest connection of each charge point to this instance. */
export type NewestConnections = Map<string, Connection>;

export type Connections = ReturnType<typeof createConnections>;

/** Keeps this instance's connections and what is stored about them in agreement. */
export function createConnections(context: ChargePointsContext, tasks: Tasks) {
  const { clock } = context;
  const newest: NewestConnections = new Map();

  /** Stores a new connection. Closes it if that fails, so that the charge point reconnects. */
  async function storeBegin(chargePointId: string, connection: Connection) {
    try {
      connection.epoch = await beginConnection(context, chargePointId);
    } finally {
      if (connection.epoch === undefined)
        endSocket(clock, connection.socket, TRY_AGAIN_LATER, 'try again later');
    }
  }

  async function storeEnd(chargePointId: string, { epoch }: Connection) {
    if (epoch !== undefined) await endConnection(context, { id: chargePointId, epoch });
  }

  /** Returns false if a newer connection has replaced this one. */
  const remove = (chargePointId: string, connection: Connection) =>
    newest.get(chargePointId) === connection && newest.delete(chargePointId);

  /** Closes a connection that a newer one has replaced at another instance. */
  function dropReplaced(chargePointId: string, epoch: number) {
    const connection = newest.get(chargePointId);
    if (connection?.epoch === undefined || connection.epoch >= epoch) return;
    connection.replacedElsewhere = true;
    newest.delete(chargePointId);
    connection.stopResponding();
    endSocket(clock, connection.socket, REPLACED, 'replaced by a newer connection');
  }

  /** Corrects what is stored about this instance's connections, and closes replaced ones. */
  async function refreshPresence() {
    const ownEpochs = new Map<string, number>();
    for (const [id, { epoch }] of newest) if (epoch !== undefined) ownEpochs.set(id, epoch);
    const { replaced, ended, closed } = await findLostConnections(context, ownEpochs);
    for (const id of replaced)
      tasks.inBackground(id, async () => dropReplaced(id, (ownEpochs.get(id) ?? 0) + 1));
    for (const id of ended)
      tasks.inBackground(id, async () => {
        const connection = newest.get(id);
        if (connection && connection.epoch === ownEpochs.get(id)) await storeBegin(id, connection);
      });
    for (const { id, epoch } of closed)
      tasks.inBackground(id, async () => {
        // A connection that is still being stored is already in the map.
        if (!newest.get(id)) await endConnection(context, { id, epoch });
      });
  }

  context.bus.subscribe((event) => {
    if (event.kind !== 'connected' || !newest.get(event.chargePointId)) return;
    // Wait until this instance's own connection has its epoch, which is compared.
    tasks.inBackground(event.chargePointId, async () => dropReplaced(event.chargePointId, event.epoch));
  });
  context.bus.onMissed(() => tasks.inBackground('presence', refreshPresence));

  return {
    newest,
    refreshPresence,
    /** Adds a connection, which replaces an earlier one of the charge point. */
    open(chargePointId: string, connection: Connection): void {
      // The newest one wins: a charge point may reconnect before the server notices that the older
      // connection is dead.
      const replaced = newest.get(chargePointId);
      newest.set(chargePointId, connection);
      if (replaced) endSocket(clock, replaced.socket, REPLACED, 'replaced by a newer connection');
      tasks.inBackground(chargePointId, () => storeBegin(chargePointId, connection));
    },
    /** Removes a connection after its socket has closed. */
    removeClosed(chargePointId: string, connection: Connection): void {
      connection.stopResponding();
      if (remove(chargePointId, connection))
        tasks.inBackground(chargePointId, () => storeEnd(chargePointId, connection));
    },
    /**
     * Closes connections of charge points that have had their secret rotated or revoked since, are
     * below the required profile, or have been removed or retired.
     */
    async endChangedCredentials(): Promise<void> {
      const admitted = new Map(newest);
      for (const id of await withChangedCredentials(context.db, admitted)) {
        const connection = newest.get(id);
        // A newer connection may have authenticated with the new credentials in the meantime.
        if (connection && connection === admitted.get(id))
          endSocket(clock, connection.socket, POLICY_VIOLATION, 'admitted on other terms');
      }
    },
    /**
     * At shutdown, closes the connections in turn, so that each charge point connects elsewhere and is
     * offline only briefly.
     */
    async moveAll(): Promise<void> {
      const { shared } = context.instance;
      const startedAt = clock.elapsed();
      const remainingMs = (limitMs: number) => Math.max(0, startedAt + limitMs - clock.elapsed());
      // Connections that wait for a reply come last, so that they don't delay the others.
      const remaining = [...newest].sort(([, one], [, other]) => other.pending.size - one.pending.size);
      const intervalMs = shared ? Math.min(MOVE_INTERVAL_MS, MOVE_ALL_MS / remaining.length) : 0;

      async function moveNext(): Promise<void> {
        const [id, connection] = remaining.pop() ?? [];
        if (id === undefined || !connection) return;
        await move(id, connection);
        if (remaining.length > 0) await wait(clock, intervalMs * CONCURRENT_MOVES);
        return moveNext();
      }

      async function move(id: string, connection: Connection) {
        const { socket, epoch, pending } = connection;
        if (shared) await waitAtMost(clock, Promise.allSettled(pending), remainingMs(PENDING_MS));
        if (!remove(id, connection)) return;
        connection.stopResponding();
        // Runs after the connection's messages, and before the charge point can connect elsewhere.
        const stored = tasks.run(id, async () => {
          if (epoch !== undefined) await moveConnection(context, { id, epoch });
        });
        stored.catch((err: unknown) =>
          context.log.error({ err, chargePointId: id }, 'presence could not be stored'),
        );
        await waitAtMost(clock, stored, remainingMs(STORED_MS));
        endSocket(clock, socket, RESTART, 'the server restarts');
      }

      await Promise.all(Array.from({ length: CONCURRENT_MOVES }, moveNext));
    },
  };
}
