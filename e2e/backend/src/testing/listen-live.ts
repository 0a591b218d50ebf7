import { type LiveEvent, PRODUCT } from '@shared/contract';
import { liveProtocol, parseLiveFrame } from '@shared/contract/live';
import { WebSocket } from 'ws';

export interface LiveListener {
  received: LiveEvent[];
  /** Resolves to the close code. */
  closed: Promise<number>;
  close: () => void;
}

/** Opens a user's live socket, and waits for the echo of a heartbeat. */
export async function listenLive(url: string, token: string): Promise<LiveListener> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws/UserMessages?token=${token}`, [
    liveProtocol(PRODUCT.slug),
  ]);
  const received: LiveEvent[] = [];
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => socket.send('{"type":"heartbeat"}'));
    socket.on('message', (data) => {
      const event = parseLiveFrame(String(data));
      if (event?.type === 'heartbeat') resolve();
      else if (event) received.push(event);
    });
  });
  return { received, closed, close: () => socket.terminate() };
}
