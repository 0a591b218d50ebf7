import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/**
 * Returns a function that sends a ping, and ends the connection if nothing was received since its
 * last call. Any bytes count: some charge points send no pongs, and a large message over a slow
 * link takes minutes, in which no pong can arrive.
 */
export function createLivenessCheck(ws: WebSocket, socket: Socket): () => void {
  let received: number | undefined;
  return () => {
    if (socket.bytesRead === received) return ws.terminate();
    received = socket.bytesRead;
    ws.ping();
  };
}
