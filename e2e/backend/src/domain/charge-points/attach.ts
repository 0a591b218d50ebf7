/** The central system at `/ocpp/{chargePointId}`. */
import { createLogTally } from '../../platform/logs/log-tally.ts';
import { createAcceptor } from './acceptor.ts';
import type { CentralSystem } from './central-system.ts';
import { createConnections } from './connections.ts';
import type { ChargePointsContext } from './context.ts';
import { moveConnections } from './move-connections.ts';
import { endLostConnections } from './presence.ts';
import { createSendCall } from './send-call.ts';
import { type ProtocolError, serveConnection } from './serve-connection.ts';
import { createTasks } from './tasks.ts';

export function attachOcpp(context: ChargePointsContext): CentralSystem {
  const tasks = createTasks(context);
  const connections = createConnections(context, tasks);
  const { registry } = connections;
  let draining = false;
  const sendCall = createSendCall(context, registry, () => draining && !context.instance.shared);
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
    handleUpgrade: acceptor.handleUpgrade,
    ids: () => [...registry.keys()],
    endChangedCredentials: connections.endChangedCredentials,
    async flushLogs() {
      tasks.flushLog();
      for (const tally of [protocolErrors, acceptor.rejections]) tally.flush();
    },
    refreshPresence: connections.refreshPresence,
    endLost: () => endLostConnections(context),
    async close() {
      draining = true;
      acceptor.stopAccepting();
      await moveConnections(context, registry, tasks);
      tasks.stopBackground();
      await acceptor.close();
      await tasks.idle();
    },
  };
}
