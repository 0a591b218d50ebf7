import type { RsbuildConfig } from '@rsbuild/core';
import { SERVER_PATH } from '@shared/registry/built-files';
import { webAppConfig } from '../build/web-app-config.ts';
import { COMPILED_CONTAINER } from '../bundler/development-entry.ts';
import { ROOT, remoteNames, shellPort } from '../workspace.ts';
import { lazyRsbuild } from './lazy-rsbuild.ts';
import { developmentRecord, devServerUrl } from './remote-record.ts';
import { pathnameOf, send, serve } from './serve.ts';

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

/** Files of the shell that few pages need, in environments of their own. */
const RARELY_NEEDED = /^\/(sw\.js|(static\/\w+\/)?payment-frame)/;

/**
 * Starts the shell's server on `PORT`, which proxies API calls to the backend.
 * @param backend resolves when the backend is ready; API calls wait for it
 */
export async function serveShell(backendUrl: string, backend: Promise<unknown>): Promise<void> {
  const cwd = `${ROOT}shell`;
  await serve(shellPort(), (server) => {
    const page = lazyRsbuild({ cwd, server, environment: ['web'], overrides: overrides(backendUrl) });
    const others = lazyRsbuild({ cwd, server, environment: ['worker', 'payment'] });
    return (request, response, next) => {
      const pathname = pathnameOf(request);
      const data = dataFiles[pathname];
      const respond = RARELY_NEEDED.test(pathname) ? others : page;
      if (SERVER_PATH.test(pathname)) return void backend.then(() => respond(request, response, next));
      if (!data) return respond(request, response, next);
      data().then(
        (content) => send(response, 'application/json', JSON.stringify(content)),
        (error: unknown) => {
          console.error(error);
          response.writeHead(500).end();
        },
      );
    };
  });
  // Compile what the home needs before the first request, while the backend starts.
  await Promise.all([fetch(`http://localhost:${shellPort()}/`), compileHome()]);
}

async function compileHome(): Promise<void> {
  const records = await Promise.all(
    remoteNames().map(async (name) => ({ name, ...(await developmentRecord(name)) })),
  );
  const home = records.find(({ screens }) => screens.some(({ segment }) => segment === ''));
  if (home) await fetch(`${devServerUrl(home.name)}/${COMPILED_CONTAINER}`);
}

function overrides(backendUrl: string): RsbuildConfig {
  const remotes = remoteNames().map((name) => [`/remotes/${name}`, { target: devServerUrl(name) }] as const);
  return {
    html: { tags: [{ tag: 'script', head: true, append: false, children: REFRESH_HOOK }] },
    server: {
      proxy: {
        '/v1': { target: backendUrl, ws: true },
        '/ocpp': { target: backendUrl, ws: true },
        '/sandbox': { target: backendUrl },
        ...Object.fromEntries(remotes),
      },
    },
  };
}

const dataFiles: Record<string, () => Promise<object>> = {
  '/config.json': async () => ({
    ...webAppConfig(),
    remoteOrigins: remoteNames().map(devServerUrl),
    developerPanel: true,
  }),
  async '/remotes.json'() {
    const remotes = remoteNames().map(async (name) => ({ name, live: await developmentRecord(name) }));
    return { remotes: await Promise.all(remotes) };
  },
};
