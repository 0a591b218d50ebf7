import type { WebSocket } from 'ws';

export const POLICY_VIOLATION = 1008;
const CLOSE_MS = 2000;

/** Closes a websocket and reads nothing more from it. A client that doesn't close its side as well is cut off. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  socket.pause();
  setTimeout(() => socket.terminate(), CLOSE_MS).unref();
}
