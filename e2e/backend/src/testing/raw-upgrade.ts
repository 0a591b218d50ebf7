import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  /** Status of the response; 0 if the server closed the connection without one. */
  status: number;
  head: string;
  /** Whether the server closed the connection. */
  closed: boolean;
}

interface UpgradeOptions {
  method?: string;
  headers?: Record<string, string | undefined>;
}

const DEFAULT_HEADERS = {
  Host: 'localhost',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Protocol': 'ocpp1.6',
};

/** Returns the text of an upgrade request. An undefined header is omitted. */
export function upgradeText(path: string, { method = 'GET', headers }: UpgradeOptions = {}): string {
  const lines = Object.entries({ ...DEFAULT_HEADERS, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}

/** Opens a TCP connection to a server. Its errors, such as a reset, are visible as 'close' only. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  return socket;
}

/**
 * Sends bytes over a new connection and waits until the server switches protocols or closes the
 * connection, or until `givesUp` resolves.
 */
export async function sendRaw(url: string, text: string, givesUp?: Promise<void>): Promise<RawResponse> {
  const socket = await openSocket(url);
  let head = '';
  let closed = false;
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      head += data.toString('latin1');
      if (/^HTTP\/1\.1 101 /.test(head) && head.includes('\r\n\r\n')) resolve();
    });
    socket.on('close', () => {
      closed = true;
      resolve();
    });
  });
  socket.write(text, 'latin1');
  await Promise.race([ended, ...(givesUp ? [givesUp] : [])]);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, closed };
}

/** Sends an upgrade request over a new connection. */
export const sendUpgrade = (url: string, path: string, options?: UpgradeOptions) =>
  sendRaw(url, upgradeText(path, options));
