import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { STORED_PACKAGES } from '../product/stored-packages.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
let parent: string;
let folder: string;
/** Runs a command, expects exit code 0 and returns its output. */
function run(cwd: string, command: string, ...args: string[]): string {
  const env = { ...process.env, ...STORED_PACKAGES, NODE_ENV: '' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  expect(status, `${args.join(' ')}:\n${stdout}${stderr}`).toBe(0);
  return stdout + stderr;
}
const pnpm = (...args: string[]) => run(folder, 'npx', '--yes', 'pnpm@12', ...args);

test.beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'repository-'));
  folder = join(parent, 'promotions');
});
test.afterAll(() => rmSync(parent, { recursive: true }));

test('a remote in another repository is built from tarballs with its own lock file, published, and used', async ({
  page,
  webApp,
}) => {
  const script = 'shared/federation/src/remote-command.ts';
  run(ROOT, process.execPath, script, 'create', 'promotions', 'promocoes', '--outside', folder);
  const lock = readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8');
  // Offline: the workspace's install has stored these versions.
  pnpm('install', '--frozen-lockfile', '--offline');
  expect(readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8')).toBe(lock);

  await page.goto(`${webApp.url}/${BRAND}/promocoes`);
  await expect(page, 'an unknown screen redirects to the home').toHaveURL(`${webApp.url}/${BRAND}/`);
  await expect(page.getByRole('heading', { name: /Próximo a você/ })).toBeVisible();
  const output = pnpm('remote', 'publish', 'promotions', '--dist', webApp.dist, '--web-app', webApp.url);
  // `publish` runs the same checks as that repository's `pnpm test`.
  expect(output).toContain('types: ok\ntests: ok\n');
  expect(output).toContain('is live');
  expect(existsSync(join(folder, '.cache/maps/remotes/promotions'))).toBe(true);
  await page.goto(`${webApp.url}/${BRAND}/promocoes`);
  await expect(page.getByRole('heading', { name: 'promotions' })).toBeVisible();
  // The other remotes still work.
  await page.goto(`${webApp.url}/${BRAND}/`);
  await expect(page.getByRole('heading', { name: /Próximo a você/ })).toBeVisible();
});
