import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../product.ts';
import { TITLE } from '../site-copy.ts';
import { BRAND } from '../steps.ts';

/** Returns every file of the site with its hash, except the sites remote's own and the registry. */
function otherFiles(dist: string): string[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(dist, file)).isFile())
    .filter((file) => file !== 'remotes.json' && !file.startsWith('remotes/sites/'))
    .map(
      (file) =>
        `${file} ${createHash('sha256')
          .update(readFileSync(join(dist, file)))
          .digest('hex')}`,
    )
    .sort();
}

test('publishes and rolls back a remote without changing any other file', async ({ page, site }) => {
  const before = otherFiles(site.dist);
  const home = `${site.url}/${BRAND}/`;
  await page.goto(home);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();

  site.setTitle('Perto de você');
  site.remote('publish', 'sites');
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'Perto de você' })).toBeVisible();
  expect(otherFiles(site.dist)).toEqual(before);

  site.remote('rollback', 'sites');
  await page.goto(home);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  expect(otherFiles(site.dist)).toEqual(before);
});

test('shows a preview in one browser only, and ends it with one tap', async ({ page, browser, site }) => {
  site.setTitle('Só na prévia');
  const link = site.remote('preview', 'sites');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Só na prévia' })).toBeVisible();
  await expect(page.getByText(/^Prévia: sites /)).toBeVisible();

  const other = await browser.newPage();
  await other.goto(`${site.url}/${BRAND}/`);
  await expect(other.getByRole('heading', { name: TITLE })).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Sair da prévia' }).click();
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
});

test('falls back to the previous version when a file of the live one was changed in transit', async ({
  page,
  site,
}) => {
  site.setTitle('Adulterada');
  const [, version] = /sites (\S+) is live/.exec(site.remote('publish', 'sites')) ?? [];
  await page.route(`**/remotes/sites/${version}/entry.js`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `/* changed */${await response.text()}` });
  });
  await page.goto(`${site.url}/${BRAND}/`);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 20_000 });
});
