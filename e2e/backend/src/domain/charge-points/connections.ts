import type { ChargePointsContext } from './context.ts';
import { endSocket, POLICY_VIOLATION } from './end-socket.ts';
import { beginConnection, endConnection, findLostConnections } from './presence.ts';
import { type Connection, type Registry, removeConnection } from './registry.ts';
import { withChangedCredentials } from './secrets.ts';
import type { Tasks } from './tasks.ts';

const REPLACED = 1000;
const TRY_AGAIN_LATER = 1013;

export type Connections = ReturnType<typeof createConnections>;

/** Keeps this instance's connections and what is stored about them in agreement. */
export function createConnections(context: ChargePointsContext, tasks: Tasks) {
  const { clock } = context;
  const registry: Registry = new Map();

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

  /** Closes a connection that a newer one has replaced at another instance. */
  function dropReplaced(chargePointId: string, epoch: number) {
    const connection = registry.get(chargePointId);
    if (connection?.epoch === undefined || connection.epoch >= epoch) return;
    connection.replacedElsewhere = true;
    registry.delete(chargePointId);
    connection.stopResponding();
    endSocket(clock, connection.socket, REPLACED, 'replaced by a newer connection');
  }

  async function refreshPresence() {
    const ownEpochs = new Map<string, number>();
    for (const [id, { epoch }] of registry) if (epoch !== undefined) ownEpochs.set(id, epoch);
    const { replaced, ended, closed } = await findLostConnections(context, ownEpochs);
    for (const id of replaced)
      tasks.inBackground(id, async () => dropReplaced(id, (ownEpochs.get(id) ?? 0) + 1));
    for (const id of ended)
      tasks.inBackground(id, async () => {
        const connection = registry.get(id);
        if (connection && connection.epoch === ownEpochs.get(id)) await storeBegin(id, connection);
      });
    for (const { id, epoch } of closed)
      tasks.inBackground(id, async () => {
        // A connection that is still being stored is already in the registry.
        if (!registry.get(id)) await endConnection(context, { id, epoch });
      });
  }

  context.bus.subscribe((event) => {
    if (event.kind !== 'connected' || !registry.get(event.chargePointId)) return;
    // Wait until this instance's own connection has its epoch, which is compared.
    tasks.inBackground(event.chargePointId, async () => dropReplaced(event.chargePointId, event.epoch));
  });
  context.bus.onMissed(() => tasks.inBackground('presence', refreshPresence));

  return {
    registry,
    refreshPresence,
    /** Adds a connection, which replaces an earlier one of the charge point. */
    open(chargePointId: string, connection: Connection): void {
      // The newest one wins: a charge point may reconnect before the server notices that the older
      // connection is dead.
      const replaced = registry.get(chargePointId);
      registry.set(chargePointId, connection);
      if (replaced) endSocket(clock, replaced.socket, REPLACED, 'replaced by a newer connection');
      tasks.inBackground(chargePointId, () => storeBegin(chargePointId, connection));
    },
    /** Removes a connection after its socket has closed. */
    removeClosed(chargePointId: string, connection: Connection): void {
      connection.stopResponding();
      if (removeConnection(registry, chargePointId, connection))
        tasks.inBackground(chargePointId, () => storeEnd(chargePointId, connection));
    },
    async endChangedCredentials(): Promise<void> {
      const admitted = new Map(registry);
      for (const id of await withChangedCredentials(context.db, admitted)) {
        const connection = registry.get(id);
        // A newer connection may have authenticated with the new credentials in the meantime.
        if (connection && connection === admitted.get(id))
          endSocket(clock, connection.socket, POLICY_VIOLATION, 'admitted on other terms');
      }
    },
  };
}
