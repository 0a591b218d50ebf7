/** The OCPP 1.6J central system at `/ocpp/{chargePointId}`. */
import { createRPCError } from 'ocpp-rpc';
import type { WebSocket } from 'ws';
import { sendDueStops } from '../charging/request-stop.ts';
import type { BackendContext } from '../context.ts';
import { createLogTally } from '../log-tally.ts';
import { type AcceptedConnection, createAcceptor } from './acceptor.ts';
import type { CentralSystem } from './central-system.ts';
import { endSocket, POLICY_VIOLATION } from './end-socket.ts';
import { type Call, createStrictCall, handleStrictly } from './exchange.ts';
import { createHandlers } from './handlers.ts';
import { limitInbound } from './inbound-limit.ts';
import { observeCall } from './observe-call.ts';
import { openClient } from './open-client.ts';
import { setAllOffline, setOnline } from './presence.ts';
import { Registry } from './registry.ts';
import { withChangedCredentials } from './secrets.ts';
import { TaskQueue } from './task-queue.ts';
import { triggerStatus } from './trigger-status.ts';

/** Time for a new connection to send a StatusNotification before the server triggers one. */
const SETTLE_MS = 3000;

const REPLACED = 1000;
/** Text from a client is cut to this many characters in the log. */
const MAX_DETAIL_LENGTH = 200;

interface ProtocolError {
  chargePointId: string;
  reason: string;
  outbound?: boolean;
  details?: string;
}

export async function attachOcpp(context: BackendContext): Promise<CentralSystem> {
  const registry = new Registry();
  const { sendCall } = registry;
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
    const call: Call = (action, ...rest) =>
      observeCall(
        context,
        { chargePointId, sender: 'server', action },
        () => strictCall(action, ...rest),
        ({ failure }) => failure ?? 'ok',
      );
    const connection = { call, socket, secretHash, profile };
    const replaced = registry.add(chargePointId, connection);
    if (replaced) endSocket(replaced.socket, REPLACED, 'replaced by a newer connection');
    const runAfterResponse = (task: () => Promise<unknown>) => {
      setImmediate(() => inBackground(`after ${chargePointId}`, task));
    };
    const handlers = createHandlers(context, { sendCall, runAfterResponse, visitor, logProtocolError });
    for (const [method, handle] of Object.entries(handlers)) {
      client.handle(method, ({ params }) => {
        hasReportedStatus ||= method === 'StatusNotification';
        const task = () =>
          handleStrictly(method, params, (read) => handle(chargePointId, read), reportDeviation);
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
      if (registry.remove(chargePointId, connection))
        inBackground(chargePointId, () => setOnline(context, chargePointId, false));
    });
    inBackground(chargePointId, () => setOnline(context, chargePointId, true));
    runAfterResponse(() => sendDueStops(context, sendCall, [chargePointId], 'connected'));
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

  // Only one process can open the embedded database, so connections of an earlier process are gone.
  if (!context.options.databaseUrl) await setAllOffline(context);

  return {
    sendCall,
    handleUpgrade: acceptor.handleUpgrade,
    ids: () => registry.ids,
    endChangedCredentials,
    async flushLogs() {
      for (const tally of [failures, protocolErrors, acceptor.refusals]) tally.flush();
    },
    async close(jobsEnded) {
      closing = true;
      const ids = registry.ids;
      await acceptor.close();
      await jobsEnded;
      await tasks.idle();
      if (ids.length > 0) await setAllOffline(context, ids);
    },
  };
}
