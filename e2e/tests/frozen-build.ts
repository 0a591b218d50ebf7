/**
 * An earlier build, in one compressed file. Today's remotes must run in its shell, and its remotes
 * in today's shell.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { RegistryList, readEntries } from '@shared/registry';

export const FROZEN_FILE = join(import.meta.dirname, 'frozen-build.br');

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', json: 'application/json' };
/** The parts of a build that a frozen build replaces. */
const PARTS = { shell: /^\/static\//, remotes: /^\/remotes(?:\.json$|\/)/ };

export type Part = keyof typeof PARTS;

/** Returns the files of the frozen build by their path, such as `/remotes.json`. */
function readFrozenBuild(): Map<string, string> {
  const files: Record<string, string> = JSON.parse(
    brotliDecompressSync(readFileSync(FROZEN_FILE)).toString(),
  );
  return new Map(Object.entries(files));
}

/** Serves one part of the frozen build to a page in place of today's. */
export async function serveFrozen(page: Page, part: Part): Promise<void> {
  const files = readFrozenBuild();
  await page.route(
    ({ pathname }) => PARTS[part].test(pathname),
    (route) => {
      const { pathname } = new URL(route.request().url());
      const body = files.get(pathname);
      if (body === undefined) return route.fulfill({ status: 404 });
      return route.fulfill({ body, contentType: TYPES[pathname.split('.').at(-1) ?? ''] ?? 'text/plain' });
    },
  );
  if (part !== 'shell') return;
  // Chromium doesn't know the address of a page that isn't loaded from the network, and blocks its
  // websocket to this machine (https://developer.chrome.com/blog/local-network-access).
  await page.context().grantPermissions(['local-network-access']);
  const html = files.get('/index.html') ?? '';
  await page.route('**', (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({ body: html, contentType: 'text/html' })
      : route.fallback(),
  );
}

/** Returns the URL of a remote's live entry in the frozen registry. */
export function frozenEntryOf(name: string): string | undefined {
  const registry = RegistryList.parse(JSON.parse(readFrozenBuild().get('/remotes.json') ?? ''));
  return readEntries(registry, []).remotes.find((entry) => entry.name === name)?.live.entry.url;
}
