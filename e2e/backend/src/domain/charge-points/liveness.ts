import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** A connection ends if nothing arrives for this long after a ping. */
const PING_MS = 30_000;

/** Ends the connection of a charge point from which nothing arrives. */
export function endWhenSilent(ws: WebSocket, socket: Socket): void {
  const timer = setInterval(createLivenessCheck(ws, socket), PING_MS);
  ws.once('close', () => clearInterval(timer));
}

/**
 * Returns a function that sends a ping, and ends the connection if nothing was received since its
 * last call. Any bytes count: some charge points answer no pings, and a large message over a slow
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
