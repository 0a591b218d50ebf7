/** A websocket client that completes the handshake and then stays silent, even when the server closes. */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawSocket {
  /** All that was received, from the response to the handshake on. */
  received: () => string;
  /** Resolves when the server has ended the connection. */
  ended: Promise<void>;
  write(bytes: Buffer): void;
  destroy(): void;
}

/** Sends a handshake; `headers` are further lines of it. */
export async function openRawSocket(url: string, headers: readonly string[] = []): Promise<RawSocket> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The server may have ended the connection before a write.
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  const lines = [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return {
    received: () => received,
    ended,
    write: (bytes) => void socket.write(bytes),
    destroy: () => void socket.destroy(),
  };
}
