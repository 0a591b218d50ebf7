import { recordFiles } from '../bench/page-load.ts';
import { expect, test } from '../product.ts';
import { BRAND } from '../steps.ts';

/** Encoded bytes of the site's files, without headers, which depend on the version of HTTP. */
const MAX_BYTES = 10 * 1024;

// What a service worker requests isn't among the requests of the page.
test.use({ serviceWorkers: 'block' });

test('a release that changes one screen costs a returning browser at most 10 KB', async ({ page, site }) => {
  const files = await recordFiles(await page.context().newCDPSession(page));
  const lengths = new Map<string, number>();
  page.on('response', (response) =>
    lengths.set(response.url(), Number(response.headers()['content-length'] ?? 0)),
  );
  /** Publishes a version, and returns the files that its home transfers. */
  const release = async (title: string) => {
    site.setTitle(title);
    site.remote('publish', 'sites');
    const before = new Set(files());
    await page.goto(`${site.url}/${BRAND}/`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    return files()
      .filter((file) => !before.has(file) && file.bytes > 0)
      .filter(({ url }) => url.startsWith(site.url) && !url.includes('/v1/'))
      .map(({ url }) => ({ path: url.slice(site.url.length), bytes: lengths.get(url) ?? 0 }));
  };
  await release('Uma versão');
  const again = await release('Outra versão');
  const ofRemote = again.filter(({ path }) => path.startsWith('/remotes/sites/'));
  expect(ofRemote.length, 'files of the new version').toBeGreaterThan(2);
  const total = again.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(again)).toBeLessThanOrEqual(MAX_BYTES);
});
