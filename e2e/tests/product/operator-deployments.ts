/**
 * Serves the operator's screens in the shell, and as a standalone page from another origin without
 * the shell.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRAND } from '../pages/steps.ts';
import { serveFolder } from '../servers/folder-server.ts';
import { test as base } from './product.ts';
import { DIST, type Product } from './start-product.ts';

interface Deployment {
  /** URL of the brand, without a trailing slash. */
  url: string;
  stop: () => Promise<void>;
}

const STABLE = '/remotes/operator/';
export const DEPLOYMENTS = ['in the shell', 'standalone, from another origin'] as const;
type Where = (typeof DEPLOYMENTS)[number];

async function open(where: Where, product: Product): Promise<Deployment> {
  return where === 'in the shell'
    ? { url: `${product.url}/${BRAND}`, stop: async () => {} }
    : serveAlone(product, STABLE);
}

/** Serves only the remote's folder, on its own origin below the path `at`. */
export async function serveAlone({ url }: Product, at: string): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  cpSync(join(DIST, STABLE), folder, { recursive: true });
  const config = { apiUrl: `${url}/v1/api`, liveUrl: `${url}/v1/ws/UserMessages` };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), page.replace(`<base href="${STABLE}"`, `<base href="${at}"`));
  const server = await serveFolder(folder, at, { 'Content-Security-Policy': policy(url) });
  return {
    url: `${server.url}${at}${BRAND}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The policy that `.docs/standalone-pages.md` recommends. */
const policy = (backend: string) =>
  [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "frame-src 'self' data:",
    `connect-src 'self' ${backend} ${backend.replace('http', 'ws')}`,
  ].join('; ');

/** `test.use({ where })` selects the deployment. */
export const test = base.extend<{ where: Where; place: Deployment }>({
  where: ['in the shell', { option: true }],
  async place({ where, product }, use) {
    const place = await open(where, product);
    await use(place);
    await place.stop();
  },
});
