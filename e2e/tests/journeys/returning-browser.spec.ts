import { recordFiles } from '../bench/page-load.ts';
import { expect, test } from '../product.ts';
import { TITLE } from '../site-copy.ts';
import { BRAND } from '../steps.ts';

/** Bytes transferred for the site's files, with headers, after a release that changes one screen. */
const MAX_BYTES = 10 * 1024;

// What a service worker requests isn't among the requests of the page.
test.use({ serviceWorkers: 'block' });

test('a release that changes one screen costs a returning browser at most 10 KB', async ({ page, site }) => {
  const files = await recordFiles(await page.context().newCDPSession(page));
  const openHome = async (title: string) => {
    await page.goto(`${site.url}/${BRAND}/`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  };
  const ofSite = () => files().filter(({ url }) => url.startsWith(site.url) && !url.includes('/v1/'));
  await openHome(TITLE);
  const first = new Set(ofSite());

  site.setTitle('Outra versão');
  site.remote('publish', 'sites');
  await openHome('Outra versão');
  const again = ofSite().filter((file) => !first.has(file));
  // The new version's files are transferred, and little of each.
  expect(
    again.filter(({ url, bytes }) => url.includes('/remotes/sites/') && bytes > 0).length,
  ).toBeGreaterThan(2);
  expect(again.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_BYTES);
});
