/** The OCPP 1.6J central system at `/ocpp/{chargePointId}`. */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createRPCError } from 'ocpp-rpc';
import type { WebSocket } from 'ws';
import { createLogTally } from '../../platform/logs/log-tally.ts';
import { waitAtMost } from '../../platform/time-limit.ts';
import { type AcceptedConnection, createAcceptor } from './acceptor.ts';
import type { Call } from './calls.ts';
import type { CentralSystem } from './central-system.ts';
import type { ChargePointsContext } from './context.ts';
import { endSocket, POLICY_VIOLATION } from './end-socket.ts';
import { createStrictCall, handleStrictly } from './exchange.ts';
import { createHandlers } from './handlers.ts';
import { limitInbound } from './inbound-limit.ts';
import { observeCall } from './observe-call.ts';
import { openClient } from './open-client.ts';
import {
  beginConnection,
  endConnection,
  endLostConnections,
  findLostConnections,
  moveConnection,
} from './presence.ts';
import { type Connection, Registry } from './registry.ts';
import { withChangedCredentials } from './secrets.ts';
import { createSendCall, respondToCalls } from './send-call.ts';
import { TaskQueue } from './task-queue.ts';
import { triggerStatus } from './trigger-status.ts';

/** Time for a new connection to send a StatusNotification before the server triggers one. */
const SETTLE_MS = 3000;

const REPLACED = 1000;
const TRY_AGAIN_LATER = 1013;
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
/** Text from a client is cut to this many characters in the log. */
const MAX_DETAIL_LENGTH = 200;

interface ProtocolError {
  chargePointId: string;
  reason: string;
  outbound?: boolean;
  details?: string;
}

export function attachOcpp(context: ChargePointsContext): CentralSystem {
  const registry = new Registry();
  let draining = false;
  const sendCall = createSendCall(context, registry, () => draining && !context.instance.shared);
  const tasks = new TaskQueue();
  let closing = false;
  const failures = createLogTally<{ err: unknown; chargePointId: string; method: string }>(
    (line) => context.log.error(line, 'failed to handle a message'),
    context.now,
  );
  const protocolErrors = createLogTally<ProtocolError>(
    (line) => context.log.warn(line, 'charge point misbehaves'),
    context.now,
  );

  /** Runs a handler after the charge point's earlier tasks. `close` waits for it. */
  async function runHandler<T>(chargePointId: string, method: string, task: () => Promise<T>): Promise<T> {
    try {
      return await tasks.run(chargePointId, task);
    } catch (error) {
      failures.add(`${chargePointId} ${method}`, { err: error, chargePointId, method });
      // Don't expose internals, such as a failed query, to the charge point.
      throw createRPCError('InternalError', 'Internal error');
    }
  }
  /** Runs a task without waiting for it, and logs its failure. */
  function inBackground(name: string, task: () => Promise<unknown>) {
    if (closing) return;
    tasks
      .run(name, task)
      .catch((error: unknown) => context.log.error({ err: error, name }, 'background task failed'));
  }

  /** Stores a new connection. Closes it if that fails, so that the charge point reconnects. */
  async function storeBegin(chargePointId: string, connection: Connection) {
    try {
      connection.epoch = await beginConnection(context, chargePointId);
    } finally {
      if (connection.epoch === undefined) endSocket(connection.socket, TRY_AGAIN_LATER, 'try again later');
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
    registry.remove(chargePointId, connection);
    connection.stopResponding();
    endSocket(connection.socket, REPLACED, 'replaced by a newer connection');
  }

  context.bus.subscribe((event) => {
    if (event.kind !== 'connected' || !registry.get(event.chargePointId)) return;
    // Wait until this instance's own connection has its epoch, which is compared.
    inBackground(event.chargePointId, async () => dropReplaced(event.chargePointId, event.epoch));
  });

  async function refreshPresence() {
    const ownEpochs = new Map<string, number>();
    for (const [id, { epoch }] of registry.snapshot()) if (epoch !== undefined) ownEpochs.set(id, epoch);
    const { replaced, ended, closed } = await findLostConnections(context, ownEpochs);
    for (const id of replaced) inBackground(id, async () => dropReplaced(id, (ownEpochs.get(id) ?? 0) + 1));
    for (const id of ended)
      inBackground(id, async () => {
        const connection = registry.get(id);
        if (connection && connection.epoch === ownEpochs.get(id)) await storeBegin(id, connection);
      });
    for (const { id, epoch } of closed)
      inBackground(id, async () => {
        // A connection that is still being stored is already in the registry.
        if (!registry.get(id)) await endConnection(context, { id, epoch });
      });
  }
  context.bus.onMissed(() => inBackground('presence', refreshPresence));

  /** Closes the connections in turn, so that each charge point is offline only briefly. */
  async function moveAll() {
    const { shared } = context.instance;
    const startedAt = performance.now();
    // Connections that wait for a reply come last, so that they don't delay the others.
    const remaining = [...registry.snapshot()].sort(
      ([, one], [, other]) => other.pending.size - one.pending.size,
    );
    const intervalMs = shared ? Math.min(MOVE_INTERVAL_MS, MOVE_ALL_MS / remaining.length) : 0;
    const moveNext = async (): Promise<void> => {
      const [id, connection] = remaining.pop() ?? [];
      if (id === undefined || !connection) return;
      await move(id, connection, startedAt);
      if (remaining.length > 0) await wait(intervalMs * CONCURRENT_MOVES);
      return moveNext();
    };
    await Promise.all(Array.from({ length: CONCURRENT_MOVES }, moveNext));
  }

  async function move(id: string, connection: Connection, startedAt: number) {
    const { socket, epoch, pending } = connection;
    const remainingMs = (limitMs: number) => Math.max(0, startedAt + limitMs - performance.now());
    if (context.instance.shared) await waitAtMost(Promise.allSettled(pending), remainingMs(PENDING_MS));
    if (!registry.remove(id, connection)) return;
    connection.stopResponding();
    // Runs after the connection's messages, and before the charge point can connect elsewhere.
    const stored = tasks.run(id, async () => {
      if (epoch !== undefined) await moveConnection(context, { id, epoch });
    });
    stored.catch((err: unknown) =>
      context.log.error({ err, chargePointId: id }, 'presence could not be stored'),
    );
    await waitAtMost(stored, remainingMs(STORED_MS));
    endSocket(socket, RESTART, 'the server restarts');
  }

  function addConnection(
    socket: WebSocket,
    { identity: chargePointId, visitor, secretHash, profile, request }: AcceptedConnection,
  ) {
    const client = openClient(socket, chargePointId, request, context.log);
    const logProtocolError = (reason: string, details: Partial<ProtocolError> = {}) =>
      protocolErrors.add(`${chargePointId} ${reason}`, { chargePointId, reason, ...details });
    const inboundLimit = limitInbound(
      socket,
      () => performance.now(),
      () => logProtocolError('too many messages'),
    );
    let hasReportedStatus = false;
    const reportDeviation = (details: string, outbound: boolean) =>
      logProtocolError('not OCPP 1.6', { outbound, details: details.slice(0, MAX_DETAIL_LENGTH) });
    const strictCall = createStrictCall(client, reportDeviation);
    const observedCall: Call = (action, ...rest) =>
      observeCall(
        context,
        { chargePointId, sender: 'server', action },
        () => strictCall(action, ...rest),
        ({ failure }) => failure ?? 'ok',
      );
    /**
     * Sends a RemoteStopTransaction only after earlier messages are handled. The app can stop a
     * charge before the charge point has received the transaction id in the StartTransaction
     * response; the charge point would then reject the stop.
     */
    const callInOrder: Call = async (action, params, timeoutMs) => {
      const deadline = performance.now() + timeoutMs;
      if (action === 'RemoteStopTransaction') {
        await waitAtMost(tasks.settled(chargePointId), timeoutMs);
        await nextTurn();
      }
      return observedCall(action, params, Math.max(0, deadline - performance.now()));
    };
    const pending = new Set<Promise<unknown>>();
    const connection: Connection = {
      ...{ socket, secretHash, profile, epoch: undefined, pending, replacedElsewhere: false },
      call(...args) {
        const result = callInOrder(...args);
        pending.add(result);
        const done = () => void pending.delete(result);
        result.then(done, done);
        return result;
      },
      stopResponding: respondToCalls(context, chargePointId, () => connection),
    };
    const replaced = registry.add(chargePointId, connection);
    if (replaced) endSocket(replaced.socket, REPLACED, 'replaced by a newer connection');
    const runAfterResponse = (task: () => Promise<unknown>) => {
      setImmediate(() => inBackground(`after ${chargePointId}`, task));
    };
    const handlers = createHandlers(context, { sendCall, runAfterResponse, visitor, logProtocolError });
    for (const [method, handle] of Object.entries(handlers)) {
      client.handle(method, ({ params }) => {
        hasReportedStatus ||= method === 'StatusNotification';
        const task = () => {
          if (connection.epoch === undefined) throw new Error('the connection could not be stored');
          return handleStrictly(method, params, (read) => handle(chargePointId, read), reportDeviation);
        };
        return observeCall(context, { chargePointId, sender: 'chargePoint', action: method }, () =>
          inboundLimit.run(() => runHandler(chargePointId, method, task)),
        );
      });
    }
    client.handle(async () => {
      context.metrics.countOcpp('chargePoint', 'unknown', 'unsupported');
      throw createRPCError('NotImplemented', 'Unknown action');
    });
    client.on('badMessage', ({ error }) => {
      context.metrics.countOcpp('chargePoint', 'unknown', 'malformed');
      logProtocolError('not OCPP-J', { details: String(error).slice(0, MAX_DETAIL_LENGTH) });
    });
    client.on('socketError', (error) =>
      context.log.info({ chargePointId, err: error }, 'charge point socket error'),
    );
    client.once('close', () => {
      connection.stopResponding();
      if (registry.remove(chargePointId, connection))
        inBackground(chargePointId, () => storeEnd(chargePointId, connection));
    });
    inBackground(chargePointId, () => storeBegin(chargePointId, connection));
    const connectedAt = context.now();
    runAfterResponse(() => context.charges.sendDueStops(sendCall, [chargePointId], { connectedAt }));
    setTimeout(() => {
      if (!hasReportedStatus && registry.get(chargePointId) === connection)
        runAfterResponse(() => triggerStatus(sendCall, chargePointId));
    }, SETTLE_MS).unref();
  }

  const acceptor = createAcceptor(context, addConnection);

  async function endChangedCredentials() {
    const admitted = registry.snapshot();
    for (const id of await withChangedCredentials(context.db, admitted)) {
      const connection = registry.get(id);
      // A newer connection may have authenticated with the new credentials in the meantime.
      if (connection && connection === admitted.get(id))
        endSocket(connection.socket, POLICY_VIOLATION, 'credentials changed');
    }
  }

  return {
    sendCall,
    handleUpgrade: acceptor.handleUpgrade,
    ids: () => registry.ids,
    endChangedCredentials,
    async flushLogs() {
      for (const tally of [failures, protocolErrors, acceptor.rejections]) tally.flush();
    },
    refreshPresence,
    endLost: () => endLostConnections(context),
    async close() {
      draining = true;
      acceptor.stopAccepting();
      await moveAll();
      closing = true;
      await acceptor.close();
      await tasks.idle();
    },
  };
}
