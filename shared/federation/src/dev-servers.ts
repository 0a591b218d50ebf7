import { pathToFileURL } from 'node:url';
import { createRsbuild, loadConfig, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import { CONTRACT_VERSION, type Registry, type Remote } from '@shared/contract';
import { DEVELOPMENT_HASH, EXPOSED_MODULE } from '@shared/contract/names';
import { integrityOfBytes } from './integrity.ts';
import { remoteNames, remotePort } from './ports.ts';
import { ROOT } from './preset.ts';
import { siteConfig } from './site-config.ts';

/**
 * Fast Refresh in a remote reaches the shell's React only through the hook of React's developer
 * tools, which must exist before React loads.
 */
const REFRESH_HOOK = `(() => {
  const renderers = new Map();
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
    renderers,
    supportsFiber: true,
    inject(renderer) { return renderers.set(renderers.size + 1, renderer).size; },
    onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
  };
})()`;

/** Starts the shell's server on `PORT`, with API calls forwarded, and one for each remote. */
export async function startDevServers(backendUrl: string): Promise<void> {
  // The preset reads it while the configurations load.
  process.env.NODE_ENV = 'development';
  for (const name of remoteNames()) await startDevServer(`${ROOT}remotes/${name}`, {});
  await startDevServer(`${ROOT}shell`, shellOverrides(backendUrl));
}

async function startDevServer(cwd: string, overrides: RsbuildConfig): Promise<void> {
  const { content } = await loadConfig({ cwd, loader: 'native' });
  const rsbuild = await createRsbuild({ cwd, config: mergeRsbuildConfig(content, overrides) });
  await rsbuild.startDevServer();
}

function shellOverrides(backendUrl: string): RsbuildConfig {
  const remotes = remoteNames().map((name) => [`/remotes/${name}`, { target: address(name) }] as const);
  return {
    html: { tags: [{ tag: 'script', head: true, append: false, children: REFRESH_HOOK }] },
    server: {
      proxy: {
        '/v1': { target: backendUrl, ws: true },
        '/ocpp': { target: backendUrl, ws: true },
        '/sandbox': { target: backendUrl },
        ...Object.fromEntries(remotes),
      },
      setup: ({ action, server }) => {
        if (action !== 'dev') return;
        server.middlewares.use(async (request, response, next) => {
          const data = await dataFile(request.url);
          if (!data) return next();
          response.setHeader('Content-Type', 'application/json');
          response.end(JSON.stringify(data));
        });
      },
    },
  };
}

async function dataFile(url: string | undefined): Promise<object | undefined> {
  if (url === '/config.json') return { ...siteConfig(), remoteOrigins: remoteNames().map(address) };
  return url === '/remotes.json' ? registry() : undefined;
}

/** Each edit of a remote changes the hash of its entry. */
async function registry(): Promise<Registry> {
  const remotes = remoteNames().map(async (name) => {
    const { default: remote }: { default: Remote } = await import(
      pathToFileURL(`${ROOT}remotes/${name}/src/${EXPOSED_MODULE}.ts`).href
    );
    const live = {
      version: DEVELOPMENT_HASH,
      entry: await entryAt(`${address(name)}/entry.js`),
      contract: CONTRACT_VERSION,
      segments: [...remote.segments],
      slots: Object.keys(remote.slots ?? {}),
      preload: {},
    };
    return { name, live, previous: undefined };
  });
  return { remotes: await Promise.all(remotes) };
}

async function entryAt(url: string) {
  const answer = await fetch(url);
  return { url, integrity: integrityOfBytes(new Uint8Array(await answer.arrayBuffer())) };
}

const address = (name: string) => `http://localhost:${remotePort(name)}`;
