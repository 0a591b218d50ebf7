import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { claimFolder } from '../../backend/src/index.ts';
import { BRAND } from '../pages/steps.ts';
import { freePorts } from '../product/free-ports.ts';
import { expect, test } from '../product/product.ts';
import { DIST } from '../product/start-product.ts';
import { TITLE } from '../product/web-app-copy.ts';
import { copySources } from '../product/workspace-copy.ts';
import { stopChild } from '../servers/child.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Inside the workspace, so that a copied remote finds its packages. */
const CACHE = join(ROOT, '.cache');

let folder: string;
let child: ChildProcess | undefined;
test.beforeEach(() => {
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(join(CACHE, 'development-'));
});
test.afterEach(async () => {
  if (child) await stopChild(child);
  rmSync(folder, { recursive: true });
});

/** The programs of `pnpm dev` and `pnpm remote dev`. */
const [DEV, REMOTE_DEV] = [['e2e/dev.ts'], ['shared/federation/src/remote-command.ts', 'dev']] as const;

/** Runs a program. Returns a function that returns its output so far. */
function startDev(root: string, port: number, program: readonly string[], args: string[] = []): () => string {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    NODE_ENV: '',
    DATABASE_URL: '',
    DATA_DIR: '',
  };
  child = spawn(process.execPath, [...program, ...args], { cwd: root, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  return () => output;
}

/** Edits a text of the home, and expects it without a reload, which would clear the search. */
async function expectFastRefresh(page: Page, remote: string) {
  await page.getByRole('combobox', { name: 'Buscar endereço' }).fill('Avenida Paulista');
  const strings = join(remote, 'src/home/strings.ts');
  // Renamed into place, so that a half-written file isn't compiled as well.
  writeFileSync(`${strings}.new`, readFileSync(strings, 'utf8').replace(TITLE, 'Editado agora'));
  renameSync(`${strings}.new`, strings);
  await expect(page.getByRole('heading', { name: 'Editado agora' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Buscar endereço' })).toHaveValue('Avenida Paulista');
}

test('pnpm dev runs beside pnpm start, compiles only what the first screen needs, and shows an edit of a remote without a reload', async ({
  page,
}) => {
  copySources(folder);
  // As `pnpm start` does, beside which it must run.
  const release = claimFolder(join(folder, '.data/database'));
  const port = await freePorts();
  const output = startDev(folder, port, DEV);
  const url = `http://localhost:${port}`;
  await expect.poll(output).toContain(url);
  await page.goto(`${url}/${BRAND}/`);
  await expect(page.getByRole('listitem').first()).toBeVisible();
  // The shell's page and the home's remote. Each further build would take a second.
  expect(output().match(/built in/g), output()).toHaveLength(2);

  const loaded = await page.evaluate(() => Reflect.get(window, '__FEDERATION__').moduleInfo);
  const names = Object.keys(loaded).join(' ');
  expect(names, 'what Module Federation’s DevTools list').toContain('sites_dev');
  const manifest = await fetch(`${/http:\S+mf-manifest.json/.exec(names)?.[0]}`);
  expect(await manifest.json()).toMatchObject({ name: 'sites_dev', exposes: [{ name: 'remote' }] });
  const built = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
  expect(
    built.filter((file) => file.includes('mf-')),
    'manifests in the build',
  ).toEqual([]);

  await expectFastRefresh(page, join(folder, 'remotes/sites'));
  release();
});

test('pnpm dev NAME --shell and pnpm remote dev run a local remote inside a deployed shell that allows it, with Fast Refresh', async ({
  page,
  webApp,
}) => {
  const remote = join(folder, 'sites');
  cpSync(join(ROOT, 'remotes/sites'), remote, { recursive: true, verbatimSymlinks: false });
  const port = await freePorts();
  const args = ['sites', '--shell', webApp.url, '--source', remote];
  const [server = ''] = await expectMatch(startDev(ROOT, port, DEV, args), /http:\/\/localhost:\d+(?="\])/);
  if (child) await stopChild(child);
  await expectMatch(startDev(ROOT, port, REMOTE_DEV, args), /its config\.json needs/);
  await page.goto(`${webApp.url}/${BRAND}/?preview=sites@${new URL(server).host}`);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  // The preview was refused, so a reload doesn't try it again.
  await page.reload();
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  await expect(page.getByText(/^Prévia/)).toBeHidden();

  writeFileSync(join(webApp.dist, 'config.json'), JSON.stringify({ preview: true, devOrigins: [server] }));
  await page.goto(`${webApp.url}/${BRAND}/?preview=sites@${new URL(server).host}`);
  await expect(page.getByText(`Prévia: sites ${new URL(server).host}`)).toBeVisible();
  await expectFastRefresh(page, remote);

  // Ends any update in progress: interrupting one would reload the page with the published remote.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Editado agora' })).toBeVisible();
  // The client reconnects at the same URL: the page's policy allows no other.
  const retry = page.waitForEvent('websocket', (socket) => socket.url().includes('rsbuild-hmr'));
  if (child) await stopChild(child);
  await (await retry).waitForEvent('socketerror');
  await expect(page.getByRole('heading', { name: 'Editado agora' })).toBeVisible();
});

async function expectMatch(output: () => string, pattern: RegExp): Promise<RegExpExecArray> {
  await expect.poll(output).toMatch(pattern);
  const match = pattern.exec(output());
  if (!match) throw new Error(output());
  return match;
}
