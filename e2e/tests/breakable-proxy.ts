import { connect, createServer, type Socket } from 'node:net';

/**
 * A connection between a client and a server that a test can break and restore: real connections,
 * no faked responses.
 */
export interface BreakableProxy {
  /** URL to open instead of the server's. */
  url: string;
  /** Closes every connection and refuses new ones. */
  cut: () => void;
  /** Closes every connection; new ones are accepted and never get a response. */
  stall: () => void;
  /** Holds back all data and the ends of connections until `restore`. Closes no connection. */
  freeze: () => void;
  restore: () => void;
  close: () => Promise<void>;
}

/** Both ends of a forwarded connection. `upstream` is absent until it can be opened. */
interface Pair {
  client: Socket;
  upstream?: Socket;
}

export async function startBreakableProxy(serverUrl: string): Promise<BreakableProxy> {
  const target = new URL(serverUrl);
  const pairs = new Set<Pair>();
  let state: 'up' | 'cut' | 'silent' | 'frozen' = 'up';

  function forward(pair: Pair) {
    const { client } = pair;
    if (client.destroyed) return drop(pair);
    if (!pair.upstream) {
      pair.upstream = connect(Number(target.port), target.hostname);
      closeTogether(pair, pair.upstream);
    }
    if (pair.upstream.destroyed) return drop(pair);
    client.pipe(pair.upstream).pipe(client);
  }

  function holdBack({ client, upstream }: Pair) {
    if (!upstream) return;
    client.unpipe(upstream);
    upstream.unpipe(client);
  }

  function drop(pair: Pair) {
    pairs.delete(pair);
    pair.client.destroy();
    pair.upstream?.destroy();
  }

  /** When either side ends or fails, closes the other one. */
  function closeTogether(pair: Pair, socket: Socket) {
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (state !== 'frozen') drop(pair);
    });
  }

  const server = createServer((client) => {
    if (state === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const pair: Pair = { client };
    pairs.add(pair);
    closeTogether(pair, client);
    if (state === 'silent') client.resume();
    if (state === 'up') forward(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the proxy has no port');
  const setState = (next: typeof state) => {
    const previous = state;
    state = next;
    for (const pair of pairs) {
      if (next === 'frozen') holdBack(pair);
      else if (next === 'up' && previous === 'frozen') forward(pair);
      else drop(pair);
    }
  };
  return {
    url: `${target.protocol}//127.0.0.1:${address.port}`,
    cut: () => setState('cut'),
    stall: () => setState('silent'),
    freeze: () => setState('frozen'),
    restore: () => setState('up'),
    close: () => {
      setState('cut');
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
