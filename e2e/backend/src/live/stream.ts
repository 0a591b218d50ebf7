/** `/UserMessages?token=…`: each user's events on their own sockets (decisions, section 5). */
import { HEARTBEAT, INVALID_USER } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { hashOf, userOfToken } from '../auth/tokens.ts';
import type { BackendContext } from '../context.ts';
import { deliver } from './deliver.ts';
import { createSockets, UNAUTHORIZED } from './sockets.ts';

const RESTART = 1012;
const HEARTBEAT_FRAME = JSON.stringify(HEARTBEAT);

export function registerLiveStream(app: FastifyInstance, context: BackendContext): void {
  const sockets = createSockets();
  app.addHook('onClose', async () => sockets.close());
  // A client that connects again fetches whatever it may have missed.
  context.bus.onMissed(() => sockets.closeAll(RESTART));
  context.bus.subscribe((event) => {
    deliver(context, sockets, event).catch((err) =>
      context.log.error({ err, kind: event.kind }, 'an event could not be delivered'),
    );
  });

  app.get('/UserMessages', { websocket: true }, (socket, request) => {
    const { token } = request.query as { token?: string };
    socket.on('message', (data) => echoHeartbeat(socket, String(data)));
    socket.on('error', (err) => request.log.warn({ err }, 'a live connection failed'));
    admit(socket, token ?? '').catch((err) => {
      request.log.error({ err }, 'a live connection could not be opened');
      socket.close(1011);
    });
  });

  async function admit(socket: WebSocket, token: string) {
    const user = await userOfToken(context.db, token, context.now());
    if (user) sockets.add(user.id, socket, hashOf(token));
    else socket.close(UNAUTHORIZED, INVALID_USER);
  }
}

function echoHeartbeat(socket: WebSocket, data: string): void {
  try {
    const frame: unknown = JSON.parse(data);
    if (typeof frame !== 'object' || frame === null || !('type' in frame)) return;
    if (frame.type === HEARTBEAT.type) socket.send(HEARTBEAT_FRAME);
  } catch {
    // Not JSON: nothing that the stream takes.
  }
}
