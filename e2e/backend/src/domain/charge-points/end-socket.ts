import type { WebSocket } from 'ws';

export const POLICY_VIOLATION = 1008;
const CLOSE_MS = 2000;

/** Closes a websocket, stops reading from it, and terminates it if the client doesn't. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  socket.pause();
  setTimeout(() => socket.terminate(), CLOSE_MS).unref();
}
