/** Closes the connections of an instance that shuts down, so that its charge points connect elsewhere. */
import { wait } from '../../platform/clock.ts';
import { waitAtMost } from '../../platform/time-limit.ts';
import type { ChargePointsContext } from './context.ts';
import { endSocket } from './end-socket.ts';
import { moveConnection } from './presence.ts';
import { type Connection, type Registry, removeConnection } from './registry.ts';
import type { Tasks } from './tasks.ts';

const RESTART = 1012;
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

/** Closes the connections in turn, so that each charge point is offline only briefly. */
export async function moveConnections(
  context: ChargePointsContext,
  registry: Registry,
  tasks: Tasks,
): Promise<void> {
  const { clock } = context;
  const { shared } = context.instance;
  const startedAt = clock.elapsed();
  const remainingMs = (limitMs: number) => Math.max(0, startedAt + limitMs - clock.elapsed());
  // Connections that wait for a reply come last, so that they don't delay the others.
  const remaining = [...registry].sort(([, one], [, other]) => other.pending.size - one.pending.size);
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
    if (!removeConnection(registry, id, connection)) return;
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
}
