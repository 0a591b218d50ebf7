/** A plain file server on its own origin, as a third party might run it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { freePort } from '../../start/ports.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/**
 * Serves the files of `folder` below the path `at`, such as `/boards/`, and its `index.html` for
 * paths without a file extension.
 * @param headers of every response
 * @returns its URL, without a trailing slash
 */
export async function serveFolder(folder: string, at: string, headers: Record<string, string>) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.startsWith(at) ? pathname.slice(at.length) : undefined;
    const file = path === undefined || extname(path) ? path : 'index.html';
    if (!file || !existsSync(join(folder, file))) return response.writeHead(404).end();
    return response
      .setHeaders(new Map(Object.entries(headers)))
      .setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream')
      .end(await readFile(join(folder, file)));
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
