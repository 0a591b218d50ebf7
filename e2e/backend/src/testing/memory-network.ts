/**
 * In-memory network for tests that don't test the socket: no port is taken, and nothing waits for
 * the kernel. `fetch`, `http` and `ws` all open their connections by `net.connect`, so this module
 * replaces it for the hosts that its `listen` returns.
 */
import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemTransports, type Transports } from '../platform/transports.ts';
import { MemorySocket } from './memory-socket.ts';

const ADDRESS = '127.0.0.1';
/** Servers by host; undefined once closed. */
const servers = new Map<string, net.Server | undefined>();

const failure = (code: string) => Object.assign(new Error(code), { code });

/** Returns both ends of a connection. What one sends arrives in a later turn, as with I/O. */
function connectedPair(): Record<'client' | 'server', MemorySocket> {
  const peerOf = (end: MemorySocket) => (end === client ? server : client);
  const link = {
    send: (from: MemorySocket, chunk: Buffer | null) =>
      void setImmediate(() => {
        const peer = peerOf(from);
        if (!peer.destroyed) peer.receive(chunk);
        else if (chunk) from.destroy(failure('ECONNRESET'));
      }),
    // What was sent before is still read.
    leave: (end: MemorySocket) => void setImmediate(() => peerOf(end).receive(null)),
  };
  const client = new MemorySocket(link, ADDRESS);
  const server = new MemorySocket(link, ADDRESS);
  return { client, server };
}

function connectTo(host: string): MemorySocket {
  const { client, server } = connectedPair();
  setImmediate(() => {
    const listener = servers.get(host);
    if (!listener) {
      client.destroy(failure('ECONNREFUSED'));
      return;
    }
    client.emit('connect');
    listener.emit('connection', server);
  });
  return client;
}

const connectSocket = net.connect;

function connect(...args: unknown[]): unknown {
  const [options] = args;
  const host = typeof options === 'object' && options && 'host' in options ? options.host : undefined;
  if (typeof host === 'string' && servers.has(host)) return connectTo(host);
  return Reflect.apply(connectSocket, net, args);
}

Object.assign(net, { connect, createConnection: connect });

async function listen({ server }: FastifyInstance): Promise<string> {
  const host = `backend-${servers.size + 1}.test`;
  servers.set(host, server);
  server.once('close', () => servers.set(host, undefined));
  return `http://${host}`;
}

/** The system's transports, except that a server is reached in memory, by a host of its own. */
export const memoryTransports: Transports = process.env.TCP
  ? systemTransports
  : { ...systemTransports, listen };
