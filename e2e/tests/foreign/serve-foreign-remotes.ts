/** Remotes that Rsbuild and Vite built with Module Federation's own plugins, served by another origin. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { keepNodeEnv } from '../product/keep-node-env.ts';
import type { WebAppCopy } from '../product/web-app-copy.ts';
import { startFaultyHost } from '../servers/faulty-host.ts';
import { serveFolder } from '../servers/folder-server.ts';
import { buildWithRsbuild } from './rsbuild/build.ts';
import { buildWithVite } from './vite/build.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Arguments of the documented commands, by remote. */
const DOCUMENTED = Object.fromEntries(
  [
    ...readFileSync(join(ROOT, '.docs/remote-in-another-repository.md'), 'utf8').matchAll(
      /^pnpm remote (register \S+ --name (\S+) .*)$/gm,
    ),
  ].map(([, command = '', name = '']) => [name, command.split(' ')]),
);

/** Runs a command of `pnpm remote` on the web app, while this process serves. Returns what it prints. */
export function remote({ dist, url }: WebAppCopy, ...command: string[]): Promise<string> {
  const script = 'shared/federation/src/remote-command.ts';
  const where = ['--dist', dist, '--web-app', url];
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...command, ...where], { cwd: ROOT }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

export type ForeignRemotes = Awaited<ReturnType<typeof serveForeignRemotes>>;

/** Builds and serves the remotes `promotions` and `offers`. */
export async function serveForeignRemotes() {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  const files = await serveFolder(folder, '/', {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  });
  /** The second origin. */
  const host = await startFaultyHost(files.url);
  await keepNodeEnv(async () => {
    await buildWithRsbuild(join(folder, 'promotions'), `${host.url}/promotions`);
    await buildWithVite(join(folder, 'offers'), `${host.url}/offers`);
  });

  /** Runs a documented command with further options, which replace earlier ones. */
  const registerAsDocumented = (webApp: WebAppCopy, name: string, ...options: string[]) =>
    remote(
      webApp,
      ...(DOCUMENTED[name] ?? []).map((part) => part.replace('https://partner.example', host.url)),
      ...options,
    );

  /** Lets pages of the web app run code of the second origin. */
  function allowOrigin({ dist }: WebAppCopy) {
    const file = join(dist, 'config.json');
    writeFileSync(
      file,
      JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), remoteOrigins: [host.url] }),
    );
  }

  return {
    folder,
    host,
    registerAsDocumented,
    allowOrigin,
    async register(webApp: WebAppCopy) {
      allowOrigin(webApp);
      expect(await registerAsDocumented(webApp, 'promotions')).toMatch(/promotions 0\.1\.0-\w{8} is live/);
      expect(await registerAsDocumented(webApp, 'offers')).toMatch(/offers 1\.0\.0-\w{8} is live/);
    },
    async close() {
      await host.close();
      await files.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
