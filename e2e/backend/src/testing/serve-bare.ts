/**
 * A minimal server as the baseline for benchmarks: responds to every request with the bytes from
 * its parent process, and sends every websocket message to all sockets. Sends `{url}` to its
 * parent, and its usage on request.
 */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { reportUsage } from './usage.ts';

interface Content {
  /** Base64. */
  body: string;
  headers: Record<string, string>;
}

process.once('message', ({ body, headers }: Content) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_, response) => {
    response.writeHead(200, { ...headers, 'content-length': bytes.length });
    response.end(bytes);
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      const text = String(data);
      for (const other of sockets.clients) other.send(text);
    }),
  );
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('no port');
    reportUsage();
    process.send?.({ url: `http://127.0.0.1:${address.port}` });
  });
});
process.once('SIGTERM', () => process.exit(0));
