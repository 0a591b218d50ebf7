import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Responds to an upgrade request with an HTTP status and closes the connection. */
export function rejectUpgrade(socket: Duplex, status: number, headers: Record<string, string> = {}): void {
  if (!socket.writable) return void socket.destroy();
  const lines = Object.entries({ Connection: 'close', 'Content-Length': '0', ...headers });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map((line) => line.join(': '))];
  // Closes our half even if the client keeps its half open.
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n`);
}
