import { globSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { createRsbuild, loadConfig, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import { SAME_SOCKET_URL } from '../bundler/runtime-files.ts';
import { IN_WORKSPACE, ROOT } from '../workspace.ts';

export type Respond = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

interface LazyRsbuildOptions {
  /** Folder of the package. */
  cwd: string;
  /** Environments of its `rsbuild.config.ts` to compile. */
  environment: string[];
  overrides?: RsbuildConfig;
  /** Accepts the connections of pages that wait for updates. */
  server: Server;
}

/** Returns a request handler that compiles when the first request arrives. */
export function lazyRsbuild(options: LazyRsbuildOptions): Respond {
  let started: Promise<Respond> | undefined;
  return (request, response, next) => {
    started ??= startRsbuild(options);
    started.then(
      (respond) => respond(request, response, next),
      (error: unknown) => {
        console.error(error);
        started = undefined;
        response.writeHead(500).end();
      },
    );
  };
}

/** Loading the last run's cache takes a third of the time of a compilation. */
const buildCache = (cwd: string) => ({
  cacheDirectory: `${IN_WORKSPACE ? ROOT : `${cwd}/`}.cache/development/${basename(cwd)}`,
  buildDependencies: IN_WORKSPACE
    ? [
        `${ROOT}pnpm-lock.yaml`,
        ...globSync(`${ROOT}shared/federation/src/**/*.ts`),
        ...globSync(`${ROOT}{shell,remotes/*}/rsbuild.config.ts`),
      ]
    : [`${cwd}/pnpm-lock.yaml`, `${cwd}/rsbuild.config.ts`],
  cacheDigest: [cwd, process.env.DEPLOYED_SHELL],
});

async function startRsbuild({ cwd, environment, overrides, server }: LazyRsbuildOptions): Promise<Respond> {
  const { content } = await loadConfig({ cwd, loader: 'native' });
  const inMiddleware: RsbuildConfig = {
    dev: { client: { webSocketUrlResolver: SAME_SOCKET_URL } },
    performance: { buildCache: buildCache(cwd) },
    // The development server of a remote sets these headers itself.
    server: { middlewareMode: true, printUrls: false, cors: false },
  };
  const config = mergeRsbuildConfig(content, inMiddleware, overrides);
  const rsbuild = await createRsbuild({ cwd, environment, config });
  const { connectWebSocket, afterListen, middlewares } = await rsbuild.createDevServer();
  connectWebSocket({ server });
  await afterListen();
  return middlewares;
}
