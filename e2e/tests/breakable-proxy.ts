import { connect, createServer, type Socket } from 'node:net';

/**
 * A network between browser and server that a test can break and restore: real connections, no
 * faked responses.
 */
export interface BreakableProxy {
  /** Address to open instead of the server's. */
  url: string;
  /** Closes every connection and refuses new ones. */
  cut: () => void;
  /** Closes every connection; new ones are accepted and never get a response. */
  stall: () => void;
  restore: () => void;
  close: () => Promise<void>;
}

export async function startBreakableProxy(serverUrl: string): Promise<BreakableProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let state: 'up' | 'cut' | 'silent' = 'up';
  const server = createServer((client) => {
    if (state === 'cut') {
      client.resetAndDestroy();
      return;
    }
    if (state === 'silent') {
      sockets.add(client);
      client.resume().on('error', () => client.destroy());
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      // When either side ends or fails, close the other one.
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the network has no port');
  const become = (next: typeof state) => {
    state = next;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => become('cut'),
    stall: () => become('silent'),
    restore: () => become('up'),
    close: () => {
      become('cut');
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
