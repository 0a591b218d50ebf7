import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Product, startProduct, test } from '../product.ts';
import { BRAND } from '../steps.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const TITLE = 'Próximo a você';

/** A copy of the built site, served on its own, and of the sites remote's source, to be changed at will. */
let work: string;
let site: Product & { stop: () => Promise<void> };

test.beforeAll(async () => {
  // Inside the workspace, where the packages are found that a build needs.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  work = mkdtempSync(join(ROOT, '.cache/publishing-'));
  cpSync(join(ROOT, 'dist'), join(work, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'remotes/sites'), join(work, 'sites'), { recursive: true, verbatimSymlinks: false });
  site = await startProduct({ siteDir: join(work, 'dist') });
});

test.afterAll(async () => {
  await site.stop();
  rmSync(work, { recursive: true });
});

function entitle(title: string) {
  const file = join(work, 'sites/src/home/strings.ts');
  writeFileSync(
    file,
    readFileSync(join(ROOT, 'remotes/sites/src/home/strings.ts'), 'utf8').replace(TITLE, title),
  );
}

function remote(...args: string[]): string {
  const where = ['--dist', join(work, 'dist'), '--source', join(work, 'sites'), '--site', site.url];
  const script = 'shared/federation/src/remote-command.ts';
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args, ...where], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

/** Every file of the site but the sites remote's own and the registry, with its hash. */
function everythingElse(): string[] {
  const dist = join(work, 'dist');
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

test('a remote is published and rolled back alone, while the shell stays as it is', async ({ page }) => {
  const before = everythingElse();
  const home = `${site.url}/${BRAND}/`;
  await page.goto(home);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();

  entitle('Perto de você');
  remote('publish', 'sites');
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'Perto de você' })).toBeVisible();
  expect(everythingElse()).toEqual(before);

  remote('rollback', 'sites');
  await page.goto(home);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  expect(everythingElse()).toEqual(before);
});

test('a preview is seen in one browser alone, and ends at a tap', async ({ page, browser }) => {
  entitle('Só na prévia');
  const link = remote('preview', 'sites');
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

test('a live version whose files were changed on the way gives place to the version before it', async ({
  page,
}) => {
  entitle('Adulterada');
  const [, version] = /sites (\S+) is live/.exec(remote('publish', 'sites')) ?? [];
  await page.route(`**/remotes/sites/${version}/entry.js`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `/* changed */${await response.text()}` });
  });
  await page.goto(`${site.url}/${BRAND}/`);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 20_000 });
});
