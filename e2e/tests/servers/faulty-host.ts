import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Sends half of the body, and then nothing for as long as the client waits. */
  stalls?: true;
}

/** What a test makes of the server's reply; undefined closes the connection without one. */
export type Fault = (reply: Reply) => Reply | undefined;

export interface FaultyHost {
  /** URL to open instead of the server's. */
  url: string;
  /** Applies from now on to paths that match, instead of the fault before it. */
  setFault: (paths: RegExp, fault: Fault) => void;
  repair: () => void;
  close: () => Promise<void>;
}

/** Headers of one of the two connections. `fetch` decodes bodies, but not with a dictionary. */
const OF_CONNECTION = [
  'accept-encoding',
  'available-dictionary',
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
];

/** A host between browser and server that forwards HTTP, and lets a test damage its responses. */
export async function startFaultyHost(serverUrl: string): Promise<FaultyHost> {
  let current: { paths: RegExp; fault: Fault } | undefined;

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '/';
    const reply = await forward(request, `${serverUrl}${path}`);
    const { fault } = current?.paths.test(path) ? current : {};
    const sent = fault ? fault(reply) : reply;
    if (!sent) return request.socket.destroy();
    const { status, headers, body, stalls } = sent;
    // A 304 and the reply to a HEAD have none.
    const hasBody = reply.body.length > 0;
    response.writeHead(status, hasBody ? { ...headers, 'content-length': String(body.length) } : headers);
    if (!hasBody) return response.end();
    return stalls ? response.write(body.subarray(0, body.length / 2)) : response.end(body);
  }

  const server = createServer((request, response) => {
    // The server is down, or the browser has left.
    respond(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    setFault: (paths, fault) => {
      current = { paths, fault };
    },
    repair: () => {
      current = undefined;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function forward(request: IncomingMessage, url: string): Promise<Reply> {
  const { method = 'GET' } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : new Uint8Array(await buffer(request));
  const ofClient = Object.entries(request.headers).filter(
    (header): header is [string, string] =>
      typeof header[1] === 'string' && !OF_CONNECTION.includes(header[0]),
  );
  const response = await fetch(url, { method, headers: ofClient, body: body ?? null, redirect: 'manual' });
  const headers = [...response.headers].filter(([name]) => !OF_CONNECTION.includes(name));
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}
