/** A second origin with the files of both remotes. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

interface Served {
  origin: string;
  /** Changes the responses for paths that contain `part`: text that replaces the file, or a status. */
  change: (part: string, to: string | number) => void;
  /** Ends all changes. */
  restore: () => void;
  stop: () => Promise<void>;
}

export async function serveFolder(folder: string): Promise<Served> {
  const changes = new Map<string, string | number>();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://server').pathname);
    const [, change] = [...changes].find(([part]) => path.includes(part)) ?? [];
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'text/plain');
    response.setHeader('Cache-Control', 'no-store');
    if (typeof change === 'number') return response.writeHead(change).end();
    const body = change ?? (await readFile(folder + path).catch(() => undefined));
    if (body === undefined) return response.writeHead(404).end();
    return response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    change: (part, to) => changes.set(part, to),
    restore: () => changes.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
