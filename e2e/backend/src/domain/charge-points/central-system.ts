/** The central system at `/ocpp/{chargePointId}`. */
import { createLogTally } from '../../platform/logs/log-tally.ts';
import { createAcceptor } from './acceptor.ts';
import { createConnections } from './connections.ts';
import type { ChargePointsContext } from './context.ts';
import { endLostConnections } from './presence.ts';
import { createSendCall } from './send-call.ts';
import { type ProtocolError, serveConnection } from './serve-connection.ts';
import { createTasks } from './tasks.ts';

export type CentralSystem = ReturnType<typeof attachOcpp>;

export function attachOcpp(context: ChargePointsContext) {
  const tasks = createTasks(context);
  const connections = createConnections(context, tasks);
  const { newest, endChangedCredentials, refreshPresence } = connections;
  let draining = false;
  const sendCall = createSendCall(context, newest, () => draining && !context.instance.shared);
  const protocolErrors = createLogTally<ProtocolError>(
    (line) => context.log.warn(line, 'charge point misbehaves'),
    context.now,
  );
  const logProtocolError = (error: ProtocolError) =>
    protocolErrors.add(`${error.chargePointId} ${error.reason}`, error);
  const central = { tasks, connections, sendCall, logProtocolError };
  const acceptor = createAcceptor(context, (socket, accepted) =>
    serveConnection(context, central, socket, accepted),
  );

  return {
    sendCall,
    /** Handles a websocket upgrade below `/ocpp/`. */
    handleUpgrade: acceptor.handleUpgrade,
    /** Returns the ids of the charge points that are connected to this instance. */
    ids: () => [...newest.keys()],
    endChangedCredentials,
    /** Logs the events counted since the last call. */
    async flushLogs() {
      tasks.flushLog();
      for (const tally of [protocolErrors, acceptor.rejections]) tally.flush();
    },
    refreshPresence,
    /** Marks charge points of ended instances as offline. */
    endLost: () => endLostConnections(context),
    /** Closes all connections in turn. Must be called before the database is closed. */
    async close() {
      draining = true;
      acceptor.stopAccepting();
      await connections.moveAll();
      tasks.stopBackground();
      await acceptor.close();
      await tasks.idle();
    },
  };
}
