import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';

export const POLICY_VIOLATION = 1008;
const CLOSE_MS = 2000;

/** Closes a websocket, stops reading from it, and terminates it if the client doesn't. */
export function endSocket(clock: Clock, socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  socket.pause();
  clock.after(CLOSE_MS, () => socket.terminate());
}
