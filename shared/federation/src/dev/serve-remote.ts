import { developmentEntry } from '../bundler/development-entry.ts';
import { ROOT, remotePort } from '../workspace.ts';
import { admit } from './admit.ts';
import { lazyRsbuild } from './lazy-rsbuild.ts';
import { developmentManifest, devServerUrl } from './remote-record.ts';
import { pathnameOf, send, serve } from './serve.ts';

/**
 * Starts a remote's development server. Its container and its standalone page compile when they are
 * used.
 * @param origins of the pages that may load it
 * @param folder of its source
 */
export function serveRemote(
  name: string,
  origins: readonly string[],
  folder = `${ROOT}remotes/${name}`,
): Promise<void> {
  const page = `/remotes/${name}/`;
  return serve(remotePort(name), (server) => {
    const container = lazyRsbuild({ cwd: folder, server, environment: ['container'] });
    const standalone = lazyRsbuild({
      cwd: folder,
      server,
      environment: ['standalone'],
      overrides: { dev: { assetPrefix: devServerUrl(name) + page, client: { path: `${page}hmr` } } },
    });
    return (request, response, next) => {
      if (!admit(request, response, origins)) return void response.writeHead(403).end();
      const pathname = pathnameOf(request);
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      if (pathname === '/entry.js')
        return send(response, 'text/javascript', developmentEntry(name, devServerUrl(name)));
      if (pathname === '/manifest.json') {
        developmentManifest(name, folder).then(
          (manifest) => send(response, 'application/json', JSON.stringify(manifest)),
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
        return;
      }
      (pathname.startsWith(page) ? standalone : container)(request, response, next);
    };
  });
}
