/** Remotes that Rsbuild and Vite built with Module Federation's own plugins, served by another origin. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { ENGINES } from '../engines/engines.ts';
import { inEngine } from '../engines/in-engine.ts';
import type { Screen } from '../engines/screen.ts';
import { buildWithRsbuild } from '../foreign/rsbuild/build.ts';
import { buildWithVite } from '../foreign/vite/build.ts';
import { navigateWithoutReload } from '../pages/faults.ts';
import { ana, BRAND, logIn, PASSWORD } from '../pages/steps.ts';
import { keepNodeEnv } from '../product/keep-node-env.ts';
import { expect, test } from '../product/product.ts';
import type { WebAppCopy } from '../product/web-app-copy.ts';
import { type FaultyHost, startFaultyHost } from '../servers/faulty-host.ts';
import { serveFolder } from '../servers/folder-server.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
let folder: string;
let files: Awaited<ReturnType<typeof serveFolder>>;
/** The second origin. */
let other: FaultyHost;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  files = await serveFolder(folder, '/', { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' });
  other = await startFaultyHost(files.url);
  await keepNodeEnv(async () => {
    await buildWithRsbuild(join(folder, 'promotions'), `${other.url}/promotions`);
    await buildWithVite(join(folder, 'offers'), `${other.url}/offers`);
  });
});
test.afterAll(async () => {
  await other.close();
  await files.stop();
  rmSync(folder, { recursive: true });
});
test.afterEach(() => other.repair());

/** Runs a command of `pnpm remote` on the web app, while this process serves. Returns what it prints. */
function remote({ dist, url }: WebAppCopy, ...command: string[]): Promise<string> {
  const script = 'shared/federation/src/remote-command.ts';
  const where = ['--dist', dist, '--web-app', url];
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...command, ...where], { cwd: ROOT }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

/** Arguments of the documented commands, by remote. */
const DOCUMENTED = Object.fromEntries(
  [
    ...readFileSync(join(ROOT, '.docs/remote-in-another-repository.md'), 'utf8').matchAll(
      /^pnpm remote (register \S+ --name (\S+) .*)$/gm,
    ),
  ].map(([, command = '', name = '']) => [name, command.split(' ')]),
);
const ownerOf = (team: string) => ['--team', team, '--contact', `#${team}`];

/** Runs a documented command with further options, which replace earlier ones. */
const registerAsDocumented = (webApp: WebAppCopy, name: string, ...options: string[]) =>
  remote(
    webApp,
    ...(DOCUMENTED[name] ?? []).map((part) => part.replace('https://partner.example', other.url)),
    ...options,
  );

/** Lets pages of the web app run code of the second origin. */
function allowOrigin({ dist }: WebAppCopy) {
  const file = join(dist, 'config.json');
  writeFileSync(
    file,
    JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), remoteOrigins: [other.url] }),
  );
}

async function register(webApp: WebAppCopy) {
  allowOrigin(webApp);
  expect(await registerAsDocumented(webApp, 'promotions')).toMatch(/promotions 0\.1\.0-\w{8} is live/);
  expect(await registerAsDocumented(webApp, 'offers')).toMatch(/offers 1\.0\.0-\w{8} is live/);
}

async function expectPromotion(page: Page, id: string) {
  await expect(page.getByRole('heading', { name: `Promoção ${id}` })).toBeVisible();
  // The shell's session and brand.
  await expect(page.getByText(`user de ${BRAND}`)).toBeVisible();
  // The shell's React, or hooks would throw.
  await page.getByRole('button', { name: 'Curtidas: 0' }).click();
  await expect(page.getByRole('button', { name: 'Curtidas: 1' })).toBeVisible();
  await expect(page.getByRole('heading', { name: `Promoção ${id}` })).toHaveCSS('color', 'rgb(1, 2, 3)');
  // The slot, with its properties.
  await expect(page.getByText('Desconto de 10 %')).toBeVisible();
}

const sites = (page: Page) => page.getByRole('main').getByRole('link').first();

test('shows screens and a slot of remotes that Rsbuild and Vite built, from another origin', async ({
  page,
  webApp,
}) => {
  await register(webApp);
  await logIn(page, ana, webApp.url);
  await page.goto(`${webApp.url}/${BRAND}/promocoes/7`);
  await expectPromotion(page, '7');
  await navigateWithoutReload(page, `/${BRAND}/ofertas/8`);
  await expectPromotion(page, '8');
  await navigateWithoutReload(page, `/${BRAND}/`);
  await expect(sites(page)).toBeVisible();
});

for (const engine of ENGINES)
  test(`in ${engine.name} the screens of Rsbuild and Vite have the shell’s session, brand and React`, async ({
    webApp,
  }, testInfo) => {
    await register(webApp);
    const isThere = await inEngine(engine, testInfo, async (page, screen) => {
      // Redirects to the login first.
      await page.goto(`${webApp.url}/${BRAND}/ofertas/8`);
      await screen.fill(/^E-mail$/, ana);
      await screen.fill(/^Senha$/, PASSWORD);
      await screen.press('button', /^Entrar$/);
      await seePromotion(screen, '8');
      await page.goto(`${webApp.url}/${BRAND}/promocoes/7`);
      await seePromotion(screen, '7');
    });
    test.skip(!isThere, engine.missing);
  });

/** As `expectPromotion`, in any engine. */
async function seePromotion(screen: Screen, id: string) {
  await screen.find('heading', new RegExp(`^Promoção ${id}$`));
  await screen.see(new RegExp(`user de ${BRAND}`));
  await screen.press('button', /^Curtidas: 0$/);
  await screen.find('button', /^Curtidas: 1$/);
  await screen.see(/Desconto de 10 %/);
}

/** Scripts of containers, by the name of their remote, which is also their global and their path. */
const SCRIPTS: Record<string, string> = {
  'throws-on-import': `throw new Error('broken');`,
  'throws-in-init': container({ init: `throw new Error('broken')` }),
  'throws-in-get': container({ get: `throw new Error('broken')` }),
  'throws-on-render': container({ Component: `throw new Error('broken')` }),
  'never-starts': container({ init: 'return new Promise(() => {})' }),
  'defines-another-global': 'var other = { init() {}, async get() {} };',
  'exposes-nothing': container({ get: 'return () => ({})' }),
};

function container({ init = '', get = '', Component = '' }) {
  const global = 'globalThis[document.currentScript.src.split("/").at(-1).slice(0, -3)]';
  return `${global} = {
    async init() { ${init} },
    async get() { ${get}; return () => ({ default() { ${Component} } }); },
  };`;
}

interface Failure {
  name: string;
  path: string;
  /** Makes it fail, after it was registered. */
  provoke?: (webApp: WebAppCopy) => unknown;
  /** Whether it loads for ever. */
  hangs?: boolean;
}

/** Changes the responses for some paths: the text, or the status. */
const change = (paths: RegExp, to: string | number) =>
  other.setFault(paths, (reply) =>
    typeof to === 'number' ? { ...reply, status: to } : { ...reply, body: Buffer.from(to) },
  );

const ofPromotions = { name: 'promotions', path: 'promocoes/7' };
const ofOffers = { name: 'offers', path: 'ofertas/8' };
const FAILURES: Record<string, Failure> = {
  'entry missing': { ...ofPromotions, provoke: () => change(/\/static\/js\/promotions\./, 404) },
  'entry changed': { ...ofOffers, provoke: () => change(/\/remoteEntry\.js/, 'globalThis.ran = true') },
  'chunk missing': { ...ofPromotions, provoke: () => change(/__federation_expose_remote/, 404) },
  'chunk changed': {
    ...ofOffers,
    provoke: () => change(/\/assets\/promotion-/, 'globalThis.ran = true'),
  },
  'chunk of a script changed': {
    ...ofPromotions,
    provoke: () => change(/\/js\/async\//, 'globalThis.ran = true'),
  },
  'stylesheet fails': { ...ofPromotions, provoke: () => change(/\.css/, 503) },
  ...Object.fromEntries(
    Object.keys(SCRIPTS).map((name) => [name, { name, path: name, hangs: name === 'never-starts' }]),
  ),
  'other contract': {
    ...ofOffers,
    provoke: (webApp) => edit(webApp, 'remotes.json', (text) => text.replaceAll('<5.0.0', '<4.0.0')),
  },
  'origin not allowed': {
    ...ofOffers,
    provoke: (webApp) =>
      edit(webApp, 'config.json', (text) => text.replaceAll(other.url, 'https://a.example')),
  },
};

function edit({ dist }: WebAppCopy, name: string, change: (text: string) => string) {
  const file = join(dist, name);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text));
  return () => writeFileSync(file, text);
}

test.describe('failures', () => {
  test.use({ provoked: /Refused to|policy violation/ });

  test('of a remote of other tools stay in its screen, and name it', async ({ page, webApp }) => {
    await register(webApp);
    mkdirSync(join(folder, 'scripts'));
    for (const [name, script] of Object.entries(SCRIPTS)) {
      writeFileSync(join(folder, 'scripts', `${name}.js`), script);
      const place = ['--name', name, '--global', name, '--screen', `${name}=./Screen`];
      const url = `${other.url}/scripts/${name}.js`;
      expect(await remote(webApp, 'register', url, ...place, ...ownerOf(name))).toContain('is live');
    }
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await logIn(page, ana, webApp.url);
    for (const [title, { name, path, provoke, hangs }] of Object.entries(FAILURES))
      await test.step(title, async () => {
        const restore = await provoke?.(webApp);
        logged.length = 0;
        await page.goto(`${webApp.url}/${BRAND}/`);
        await expect(sites(page)).toBeVisible();
        await navigateWithoutReload(page, `/${BRAND}/${path}`);
        if (!hangs) {
          await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
          expect(logged.join('\n')).toContain(`remote ${name}`);
        }
        await navigateWithoutReload(page, `/${BRAND}/extract`);
        await expect(page.getByRole('link', { name: /^Adicionou/ }).first()).toBeVisible();
        await navigateWithoutReload(page, `/${BRAND}/`);
        await expect(sites(page)).toBeVisible();
        expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
        other.repair();
        if (typeof restore === 'function') restore();
      });
  });
});

test('registers a remote as `publish` does: preview, candidate, owner, paths, removal', async ({
  page,
  webApp,
}) => {
  const promotions = (...options: string[]) => registerAsDocumented(webApp, 'promotions', ...options);
  expect(await promotions()).toContain('remoteOrigins');
  allowOrigin(webApp);
  expect(await promotions('--team', '')).toContain('--team');
  expect(await promotions('--contract', '>=99')).toContain("can't run in the live shell");
  expect(await promotions('--screen', 'extract')).toContain("'/extract' belongs to");
  expect(await promotions('--screen', BRAND)).toContain(`belongs to the brand ${BRAND}`);

  const [link = ''] = /http\S+preview=\S+/.exec(await promotions('--preview')) ?? [];
  await logIn(page, ana, webApp.url);
  await page.goto(link.replace('/?', `/${BRAND}/promocoes/7?`));
  await expect(page.getByRole('heading', { name: 'Promoção 7' })).toBeVisible();
  await page.getByRole('button', { name: 'Sair da prévia' }).click();

  expect(await promotions()).toContain('Undo: pnpm remote remove promotions');
  const candidate = await promotions('--contract', '>=4.0.0 <6', '--traffic', '50');
  expect(candidate).toContain('for 50 % of the browsers');
  expect(await remote(webApp, 'check-shell')).toContain('Not checked: which exports promotions');
  expect(await promotions(...ownerOf('Outro'))).toContain(
    "'promotions' belongs to Promoções (promocoes@partner.example)",
  );
  expect(await promotions(...ownerOf('Outro'), '--take-over')).toContain('is live');
  const removal = await remote(webApp, 'remove', 'promotions');
  const [, undo = ''] = /Undo: pnpm remote (promote promotions \S+)/.exec(removal) ?? [];
  expect(await remote(webApp, ...undo.split(' '))).toContain('is live');
});
