import { openUntilPreload } from '../pages/settle-page.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

/** Maximum encoded size of the build's files, without headers, which depend on the HTTP version. */
const MAX_BYTES = 10 * 1024;

// `page.on('request')` doesn't report a service worker's requests.
test.use({ serviceWorkers: 'block' });

test('a release that changes one screen costs a returning browser at most 10 KB', async ({
  page,
  webApp,
}) => {
  const files: { path: string; bytes: number }[] = [];
  let [started, ended] = [0, 0];
  page.on('request', () => started++);
  page.on('requestfailed', () => ended++);
  page.on('requestfinished', async (request) => {
    const { origin, pathname } = new URL(request.url());
    const { responseBodySize } = await request.sizes();
    ended++;
    if (origin !== webApp.url || pathname.startsWith('/v1/')) return;
    files.push({ path: pathname, bytes: Math.max(0, responseBodySize) });
  });
  /** Publishes a version, and returns the files that its home transfers. */
  const release = async (title: string) => {
    webApp.setTitle(title);
    webApp.remote('publish', 'sites');
    files.length = 0;
    await openUntilPreload(page, `${webApp.url}/${BRAND}/`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect.poll(() => started - ended).toBe(0);
    return files.filter(({ bytes }) => bytes > 0);
  };
  await release('Uma versão');
  const transferred = await release('Outra versão');
  const ofRemote = transferred.filter(({ path }) => path.startsWith('/remotes/sites/'));
  expect(ofRemote.length, 'files of the new version').toBeGreaterThan(2);
  const total = transferred.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(transferred)).toBeLessThanOrEqual(MAX_BYTES);
});
