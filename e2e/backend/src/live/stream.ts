/** `/UserMessages?token=…`: each user's events on their own sockets (decisions, section 5). */
import { HEARTBEAT, INVALID_USER } from '@shared/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashOf, userOfToken } from '../auth/tokens.ts';
import type { BackendContext } from '../context.ts';
import { deliver } from './deliver.ts';
import { keepEndingExpired } from './end-expired.ts';
import { createSockets, UNAUTHORIZED } from './sockets.ts';

const RESTART = 1012;
const HEARTBEAT_FRAME = JSON.stringify(HEARTBEAT);

export function registerLiveStream(app: FastifyInstance, context: BackendContext): void {
  const sockets = createSockets();
  const stopChecking = keepEndingExpired(context, sockets);
  app.addHook('onClose', async () => {
    stopChecking();
    sockets.close();
  });
  // A client that connects again fetches whatever it may have missed.
  context.bus.onMissed(() => sockets.closeAll(RESTART));
  context.bus.subscribe((event) => {
    deliver(context, sockets, event).catch((err) =>
      context.log.error({ err, kind: event.kind }, 'an event could not be delivered'),
    );
  });

  const callers = new WeakMap<FastifyRequest, number>();
  // Before the connection opens: what happens from then on its client expects to hear, and doesn't fetch again.
  const lookUpCaller = async (request: FastifyRequest) => {
    const user = await userOfToken(context.db, tokenOf(request), context.now());
    if (user) callers.set(request, user.id);
  };

  app.get('/UserMessages', { websocket: true, preValidation: lookUpCaller }, (socket, request) => {
    socket.on('message', (data) => echoHeartbeat(socket, String(data)));
    socket.on('error', (err) => request.log.warn({ err }, 'a live connection failed'));
    const userId = callers.get(request);
    if (userId === undefined) socket.close(UNAUTHORIZED, INVALID_USER);
    else sockets.add(userId, socket, hashOf(tokenOf(request)));
  });
}

const tokenOf = ({ query }: FastifyRequest) => (query as { token?: string }).token ?? '';

function echoHeartbeat(socket: { send: (text: string) => void }, data: string): void {
  try {
    const frame: unknown = JSON.parse(data);
    if (typeof frame !== 'object' || frame === null || !('type' in frame)) return;
    if (frame.type === HEARTBEAT.type) socket.send(HEARTBEAT_FRAME);
  } catch {
    // Not JSON: nothing that the stream takes.
  }
}
