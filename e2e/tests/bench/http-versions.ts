/** The home over HTTP/1.1, HTTP/2 and HTTP/3, from Caddy over a slow link that loses packets. */
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { freePort } from '../../start/ports.ts';
import { launchOptions } from '../browser.ts';
import { DIST, startProduct } from '../product/start-product.ts';
import { ensureCaddy, startCaddy } from '../servers/caddy.ts';
import { createLossyLink } from './lossy-link.ts';
import { loadHome } from './page-load.ts';

const HOST = 'app.test';
const UNLIMITED = { latency: 0, downloadThroughput: -1, uploadThroughput: -1, cpu: 1 };

/** Name in `PerformanceResourceTiming.nextHopProtocol`, and the versions that Caddy serves then. */
const VERSIONS = { 'http/1.1': 'h1', h2: 'h1 h2', h3: 'h1 h2 h3' };
export type HttpVersion = keyof typeof VERSIONS;
export const HTTP_VERSIONS = Object.keys(VERSIONS) as HttpVersion[];

/**
 * Returns when the app has rendered the first card in each round, in ms. A browser knows that the
 * server has HTTP/3, as from an earlier visit or the DNS.
 * @returns undefined if it can't be measured: it needs Linux, root, `caddy` and `socat`
 */
export async function timeHttpVersions(
  rounds: number,
  delayMs: number,
  loss: number,
): Promise<Record<HttpVersion, number[]> | undefined> {
  const caddy = ensureCaddy();
  const link = caddy && (await createLossyLink(delayMs, loss));
  if (!link) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'http-versions-'));
  const certificate = createCertificate(home);
  const product = await startProduct();
  const times: Record<HttpVersion, number[]> = { 'http/1.1': [], h2: [], h3: [] };
  const sites: { version: HttpVersion; browser: Browser; url: string; stop: () => Promise<void> }[] = [];
  try {
    for (const version of HTTP_VERSIONS) {
      const port = await freePort();
      const url = `https://${HOST}:${port}`;
      const stop = await startCaddy(caddy, {
        url,
        folder: DIST,
        backend: product.url,
        protocols: VERSIONS[version],
        certificate,
      });
      const browser = await launchIn(link.inNamespace, home, [
        `--host-resolver-rules=MAP ${HOST} ${link.address}`,
        `--ignore-certificate-errors-spki-list=${certificate.keyHash}`,
        ...(version === 'h3' ? [`--origin-to-force-quic-on=${HOST}:${port}`] : []),
      ]);
      sites.push({ version, browser, url, stop });
      await assertVersion(browser, url, version);
    }
    for (let round = 0; round < rounds; round++)
      for (const { version, browser, url } of sites)
        times[version].push((await loadHome(browser, `${url}/`, UNLIMITED)).interactive);
    return times;
  } finally {
    for (const { browser, stop } of sites) {
      await browser.close();
      await stop();
    }
    await product.stop();
    await link.stop();
    rmSync(home, { recursive: true });
  }
}

/** Writes a certificate for the host. Browsers accept it by the hash of its public key. */
function createCertificate(folder: string): { file: string; key: string; keyHash: string } {
  const [file, key] = [join(folder, 'site.pem'), join(folder, 'site.key')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', file], {
    stdio: 'pipe',
  });
  const publicKey = new X509Certificate(readFileSync(file)).publicKey.export({ type: 'spki', format: 'der' });
  return { file, key, keyHash: createHash('sha256').update(publicKey).digest('base64') };
}

function launchIn(command: string, folder: string, args: string[]): Promise<Browser> {
  const { executablePath, args: usual = [], ...options } = launchOptions(...args);
  const wrapper = join(folder, 'chromium');
  writeFileSync(wrapper, `#!/bin/sh\nexec ${command} '${executablePath}' "$@"\n`);
  chmodSync(wrapper, 0o755);
  const withQuic = usual.filter((arg) => arg !== '--disable-quic');
  return chromium.launch({ ...options, executablePath: wrapper, args: withQuic });
}

/** @throws if the page arrives over another version of HTTP */
async function assertVersion(browser: Browser, url: string, version: HttpVersion): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${url}/`);
  const used = await page.evaluate(() =>
    performance.getEntriesByType('navigation').map((entry) => Reflect.get(entry, 'nextHopProtocol')),
  );
  await page.close();
  if (used[0] !== version) throw new Error(`${url} was loaded over ${used[0]} instead of ${version}`);
}
