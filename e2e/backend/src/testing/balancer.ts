import { connect, createServer, type Socket } from 'node:net';

/**
 * Starts a proxy that forwards each connection to the next server in turn that accepts it, like a
 * proxy in front of several instances.
 */
export async function startBalancer(
  urls: () => string[],
): Promise<{ url: string; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  let turn = 0;

  function track(socket: Socket, other: Socket) {
    sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  }

  function forward(client: Socket, [target, ...others]: string[]) {
    if (!target) return client.destroy();
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname);
    const tryNext = () => forward(client, others);
    upstream.once('error', tryNext);
    upstream.once('connect', () => {
      upstream.off('error', tryNext);
      track(client, upstream);
      track(upstream, client);
      client.pipe(upstream).pipe(client);
    });
    return upstream;
  }

  const server = createServer((client) => {
    const targets = urls();
    turn += 1;
    const first = turn % targets.length;
    client.on('error', () => client.destroy());
    forward(client, [...targets.slice(first), ...targets.slice(0, first)]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the balancer has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
