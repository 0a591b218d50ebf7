import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { explainStack } from '../../../shared/federation/src/build/explain-stack.ts';
import { readKept } from '../../../shared/federation/src/build/kept-files.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { DIST } from '../product/start-product.ts';
import { TITLE } from '../product/web-app-copy.ts';

/**
 * Returns every file of the build with its hash, except the remote's own, the registry and its
 * history.
 */
function otherFiles(dist: string, remote = 'sites'): string[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(dist, file)).isFile())
    .filter((file) => !new RegExp(`^(remotes\\.json$|\\.remotes/|remotes/${remote}(/|$))`).test(file))
    .map(
      (file) =>
        `${file} ${createHash('sha256')
          .update(readFileSync(join(dist, file)))
          .digest('hex')}`,
    )
    .sort();
}

test('publishes and rolls back a remote without changing any other file, falls back if a file was changed in transit, and previews a version', async ({
  page,
  browser,
  webApp,
}) => {
  const filesBefore = otherFiles(webApp.dist);
  const home = `${webApp.url}/${BRAND}/`;
  await page.goto(home);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();

  webApp.setTitle('Publicada agora');
  const [, version] = /sites (\S+) is live/.exec(webApp.remote('publish', 'sites')) ?? [];
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'Publicada agora' })).toBeVisible();
  expect(otherFiles(webApp.dist)).toEqual(filesBefore);

  const attacked = await browser.newPage();
  await attacked.route(`**/remotes/sites/${version}/entry.js`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `/* changed */${await response.text()}` });
  });
  await attacked.goto(home);
  await expect(attacked.getByRole('heading', { name: TITLE })).toBeVisible();
  await attacked.unrouteAll({ behavior: 'ignoreErrors' });
  await attacked.close();

  webApp.remote('rollback', 'sites');
  await page.goto(home);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  expect(otherFiles(webApp.dist)).toEqual(filesBefore);

  await test.step('a preview of it is shown in one browser only, and ends with one tap', async () => {
    await page.goto(`${home}?preview=sites@${version}`);
    await expect(page.getByRole('heading', { name: 'Publicada agora' })).toBeVisible();
    await expect(page.getByText(/^Prévia: sites /)).toBeVisible();
    const other = await browser.newPage();
    await other.goto(home);
    await expect(other.getByRole('heading', { name: TITLE })).toBeVisible();
    await other.close();
    await page.getByRole('button', { name: 'Sair da prévia' }).click();
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  });
});

test('a new remote shows at its path, also without a brand, and changes no other file', async ({
  page,
  webApp,
}) => {
  const filesBefore = otherFiles(webApp.dist, 'promotions');
  webApp.addRemote('promotions', 'promocoes');
  expect(otherFiles(webApp.dist, 'promotions')).toEqual(filesBefore);
  // The page's first response names the remote's files already.
  const { link = '' } = (await page.request.get(`${webApp.url}/promocoes`)).headers();
  expect(link).toContain('</remotes/promotions/');
  expect(link).toContain(`/Applications/${BRAND}>`);
  await page.goto(`${webApp.url}/promocoes`);
  await expect(page.getByRole('heading', { name: 'promotions' })).toBeVisible();
  await expect(page).toHaveURL(`${webApp.url}/${BRAND}/promocoes`);
});

test('a build without a public key has no code that verifies signatures', async () => {
  const verifying = (await scriptsOfShell()).filter((file) =>
    readFileSync(join(DIST, file), 'utf8').includes('Ed25519'),
  );
  expect(verifying).toEqual([]);
});

test('source maps outside the build explain a stack trace of the built shell', async () => {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const place = await positionOf('has no Component');
  const stack = `    at new b (https://example.org/${place})\nhttps://example.org/${place}`;
  expect((await explainStack(stack, join(DIST, '../.cache/maps'))).split('\n')).toEqual([
    expect.stringMatching(
      /^ {4}at new componentOf \(shared\/router\/src\/rendering\/screen-source\.ts:\d+:\d+\)$/,
    ),
    expect.stringMatching(
      /^ {4}at componentOf \(shared\/router\/src\/rendering\/screen-source\.ts:\d+:\d+\)$/,
    ),
  ]);
});

/** Returns the scripts of the shell, without those of builds that it replaced. */
async function scriptsOfShell(): Promise<string[]> {
  const kept = await readKept(DIST);
  return readdirSync(join(DIST, 'static/js'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => `static/js/${file}`)
    .filter((file) => kept[file] === undefined);
}

/** Returns the position of a text in the shell's scripts, as in a stack trace. */
async function positionOf(text: string): Promise<string> {
  for (const file of await scriptsOfShell()) {
    const lines = readFileSync(join(DIST, file), 'utf8').split('\n');
    const row = lines.findIndex((line) => line.includes(text));
    if (row >= 0) return `${file}:${row + 1}:${(lines[row]?.indexOf(text) ?? 0) + 1}`;
  }
  throw new Error(`no script has '${text}'`);
}
