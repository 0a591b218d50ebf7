import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { shellPort } from '../workspace.ts';
import type { Respond } from './lazy-rsbuild.ts';

/** Listens on a local port, and responds with 404 to requests that the responder passes on. */
export async function serve(port: number, responder: (server: Server) => Respond): Promise<void> {
  const server = createServer();
  const respond = responder(server);
  server.on('request', (request, response) =>
    respond(request, response, () => void response.writeHead(404).end()),
  );
  server.listen(port, 'localhost');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const hint = `Port ${port} is taken. Ports are counted from PORT (${shellPort()}): set another one, such as PORT=${shellPort() + 100}`;
    throw error.code === 'EADDRINUSE' ? new Error(hint) : error;
  });
}

/** Returns the path of a request. `URL` would throw, because a client can send any text. */
export const pathnameOf = ({ url = '/' }: IncomingMessage) => url.split('?', 1)[0] ?? '/';

/** Responds with a file that isn't compiled. */
export function send(response: Parameters<Respond>[1], type: string, content: string): void {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(content);
}
