/** Serves one connection of a charge point: the calls that it sends, and those sent to it. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { withLogFields } from '../../platform/logs/log-fields.ts';
import { waitAtMost } from '../../platform/time-limit.ts';
import type { AcceptedConnection } from './acceptor.ts';
import type { Call, CallResult, HandlerOptions, SendCall } from './calls.ts';
import type { Connection, Connections } from './connections.ts';
import type { ChargePointsContext } from './context.ts';
import { createExchange, createStrictCall, handleStrictly } from './exchange.ts';
import type { Subprotocol } from './handshake.ts';
import { limitInbound } from './inbound-limit.ts';
import { createLivenessCheck } from './liveness.ts';
import { createHandlers } from './ocpp16/handlers.ts';
import { createTranslation } from './ocpp201/commands.ts';
import { createStationHandlers } from './ocpp201/handlers.ts';
import { createInventory } from './ocpp201/inventory.ts';
import { openRpc, RpcError } from './rpc.ts';
import { respondToCalls } from './send-call.ts';
import type { Tasks } from './tasks.ts';
import { triggerStatus } from './trigger-status.ts';

/** Time for a new connection to send a StatusNotification before the server triggers one. */
const SETTLE_MS = 3000;
/** A connection ends if nothing arrives for this long after a ping. */
const PING_MS = 30_000;
/** Text from a client is cut to this many characters in the log. */
const MAX_DETAIL_LENGTH = 200;

export interface ProtocolError {
  chargePointId: string;
  reason: string;
  outbound?: boolean;
  details?: string;
}

interface Central {
  tasks: Tasks;
  connections: Connections;
  sendCall: SendCall;
  /** Logs what violates the protocol. */
  logProtocolError: (error: ProtocolError) => void;
}

export function serveConnection(
  context: ChargePointsContext,
  { tasks, connections, sendCall, logProtocolError }: Central,
  socket: WebSocket,
  {
    identity: chargePointId,
    visitor,
    secretHash,
    profile,
    isPreparing,
    subprotocol,
    request,
  }: AcceptedConnection,
): void {
  const { charges, clock, log, metrics } = context;
  const logError = (reason: string, details: Partial<ProtocolError> = {}) =>
    logProtocolError({ chargePointId, reason, ...details });
  const exchange = createExchange(subprotocol, (details, outbound) =>
    logError(`not ${subprotocol}`, { outbound, details: details.slice(0, MAX_DETAIL_LENGTH) }),
  );
  const runAfterResponse = (task: () => Promise<unknown>) => {
    setImmediate(() => tasks.inBackground(`after ${chargePointId}`, task));
  };

  // Counts a message before it is handled.
  const inboundLimit = limitInbound(clock, socket, () => logError('too many messages'));

  const pending = new Set<Promise<unknown>>();
  const sendFrame = openRpc(context, socket, {
    handle: receiveCall,
    onBadFrame(error) {
      metrics.countOcpp('chargePoint', 'unknown', 'malformed');
      logError('not OCPP-J', { details: error.message });
    },
  });
  const session = createSession(subprotocol, context, {
    chargePointId,
    sendCall,
    runAfterResponse,
    visitor,
    logProtocolError: logError,
  });
  const strictCall = createStrictCall(clock, sendFrame, exchange);
  const call = session.translate(createCall(context, tasks, chargePointId, strictCall));
  const connection: Connection = {
    socket,
    secretHash,
    profile,
    isPreparing,
    epoch: undefined,
    pending,
    replacedElsewhere: false,
    call(...args) {
      const result = call(...args);
      pending.add(result);
      const done = () => void pending.delete(result);
      result.then(done, done);
      return result;
    },
    stopResponding: respondToCalls(context, chargePointId, () => connection),
  };

  let hasReportedStatus = false;
  const handlers = new Map(Object.entries(session.handlers));

  async function receiveCall(method: string, params: unknown) {
    const handle = handlers.get(method);
    if (!handle) {
      metrics.countOcpp('chargePoint', 'unknown', 'unsupported');
      throw new RpcError('NotImplemented', 'Unknown action');
    }
    hasReportedStatus ||= method === 'StatusNotification';
    const task = () => {
      if (connection.epoch === undefined) throw new Error('the connection could not be stored');
      return handleStrictly(method, params, (read) => handle(chargePointId, read), exchange);
    };
    return observeCall(context, { chargePointId, sender: 'chargePoint', action: method }, () =>
      inboundLimit.run(() => tasks.handle(chargePointId, method, task)),
    );
  }

  socket.on('error', (err) => log.info({ chargePointId, err }, 'charge point socket error'));
  socket.once('close', () => connections.removeClosed(chargePointId, connection));
  socket.once('close', clock.every(PING_MS, createLivenessCheck(socket, request.socket)));
  connections.open(chargePointId, connection);
  const connectedAt = context.now();
  runAfterResponse(() => charges.sendDueStops(sendCall, [chargePointId], { connectedAt }));
  clock.after(SETTLE_MS, () => {
    if (!hasReportedStatus && connections.newest.get(chargePointId) === connection)
      runAfterResponse(() => triggerStatus(sendCall, chargePointId));
  });
}

/**
 * Returns a version's part in one connection: the handlers of the calls that the charge point sends, by
 * action, and a function that translates the server's commands. Those have the names and fields of
 * OCPP 1.6, whatever version the charge point speaks: the instance that has the connection translates
 * them.
 */
function createSession(
  subprotocol: Subprotocol,
  context: ChargePointsContext,
  options: HandlerOptions & { chargePointId: string },
) {
  if (subprotocol === 'ocpp1.6')
    return { handlers: createHandlers(context, options), translate: (call: Call) => call };
  const own = { ...options, inventory: createInventory(context) };
  return { handlers: createStationHandlers(context, own), translate: createTranslation(context, own) };
}

const STOPS = new Set(['RemoteStopTransaction', 'RequestStopTransaction']);

/**
 * Sends a request to stop only after earlier messages are handled. The app can stop a
 * charge before the charge point has received the transaction id in the StartTransaction
 * response; the charge point would then reject the stop.
 */
function createCall(
  context: ChargePointsContext,
  tasks: Tasks,
  chargePointId: string,
  strictCall: Call,
): Call {
  const { clock } = context;
  return async (action, params, timeoutMs) => {
    const deadline = clock.elapsed() + timeoutMs;
    if (STOPS.has(action)) {
      await waitAtMost(clock, tasks.settled(chargePointId), timeoutMs);
      await nextTurn();
    }
    const remainingMs = Math.max(0, deadline - clock.elapsed());
    return observeCall(
      context,
      { chargePointId, sender: 'server', action },
      () => strictCall(action, params, remainingMs),
      ({ failure }) => failure ?? 'ok',
    );
  };
}

type OcppResult = 'ok' | NonNullable<CallResult['failure']>;

interface ObservedCall {
  chargePointId: string;
  /** The side that sent it. */
  sender: 'chargePoint' | 'server';
  /** A known OCPP action: each one has its own time series. */
  action: string;
}

/**
 * Runs a call with the charge point in its log fields, and counts its result.
 * @param resultOf reads the result from the value of `run`; a thrown error counts as `error`
 */
function observeCall<T>(
  { clock, log, metrics }: Pick<ChargePointsContext, 'clock' | 'log' | 'metrics'>,
  { chargePointId, sender, action }: ObservedCall,
  run: () => Promise<T>,
  resultOf: (value: T) => OcppResult = () => 'ok',
): Promise<T> {
  const from = clock.elapsed();
  function recordResult(result: OcppResult) {
    metrics.countOcpp(sender, action, result);
    log.debug({ sender, action, result, ms: Math.round(clock.elapsed() - from) }, 'OCPP call');
  }
  return withLogFields({ chargePointId }, async () => {
    try {
      const reply = await run();
      recordResult(resultOf(reply));
      return reply;
    } catch (error) {
      recordResult('error');
      throw error;
    }
  });
}
