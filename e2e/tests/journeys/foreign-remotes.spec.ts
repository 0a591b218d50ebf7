/** Remotes that Rsbuild and Vite built with Module Federation's own plugins. Other engines: `engines.spec.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ForeignRemotes, remote, serveForeignRemotes } from '../foreign/serve-foreign-remotes.ts';
import { navigateWithoutReload } from '../pages/faults.ts';
import { ana, BRAND, logIn } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

/** In one worker, which builds the remotes once. */
test.describe.configure({ mode: 'default' });

let foreign: ForeignRemotes;
test.beforeAll(async () => {
  foreign = await serveForeignRemotes();
});
test.afterAll(() => foreign.close());
test.afterEach(() => foreign.host.repair());

const ownerOf = (team: string) => ['--team', team, '--contact', `#${team}`];

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

/** Scripts of containers, by the name of their remote, which is also their global and their path. */
const SCRIPTS: Record<string, string> = {
  'throws-on-render': container({ Component: `throw new Error('broken')` }),
  'never-starts': container({ init: 'return new Promise(() => {})' }),
};

function container({ init = '', Component = '' }) {
  const global = 'globalThis[document.currentScript.src.split("/").at(-1).slice(0, -3)]';
  return `${global} = {
    async init() { ${init} },
    async get() { return () => ({ default() { ${Component} } }); },
  };`;
}

interface Failure {
  name: string;
  path: string;
  /** Makes it fail, after it was registered. */
  provoke?: () => void;
  /** Whether it loads for ever. */
  hangs?: boolean;
}

/** Changes the responses for some paths: the text, or the status. */
const change = (paths: RegExp, to: string | number) =>
  foreign.host.setFault(paths, (reply) =>
    typeof to === 'number' ? { ...reply, status: to } : { ...reply, body: Buffer.from(to) },
  );

const ofPromotions = { name: 'promotions', path: 'promocoes/7' };
const ofOffers = { name: 'offers', path: 'ofertas/8' };
/** Of files and of code. The shell's own tests have what it refuses before it loads a file. */
const FAILURES: Record<string, Failure> = {
  'entry changed': { ...ofOffers, provoke: () => change(/\/remoteEntry\.js/, 'globalThis.ran = true') },
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
};

test.use({ provoked: /Refused to|policy violation/ });

test('screens and a slot of remotes that other tools built are shown, and their failures stay in their screen, and name it', async ({
  page,
  webApp,
}) => {
  await foreign.register(webApp);
  mkdirSync(join(foreign.folder, 'scripts'));
  for (const [name, script] of Object.entries(SCRIPTS)) {
    writeFileSync(join(foreign.folder, 'scripts', `${name}.js`), script);
    const place = ['--name', name, '--global', name, '--screen', `${name}=./Screen`];
    const url = `${foreign.host.url}/scripts/${name}.js`;
    expect(await remote(webApp, 'register', url, ...place, ...ownerOf(name))).toContain('is live');
  }
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await logIn(page, ana, webApp.url);
  await page.goto(`${webApp.url}/${BRAND}/promocoes/7`);
  await expectPromotion(page, '7');
  await navigateWithoutReload(page, `/${BRAND}/ofertas/8`);
  await expectPromotion(page, '8');
  await navigateWithoutReload(page, `/${BRAND}/`);
  await expect(sites(page)).toBeVisible();
  for (const [title, { name, path, provoke, hangs }] of Object.entries(FAILURES))
    await test.step(title, async () => {
      provoke?.();
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
      expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
      foreign.host.repair();
    });
  await navigateWithoutReload(page, `/${BRAND}/`);
  await expect(sites(page)).toBeVisible();
});

test('registers a remote as `publish` does: preview, candidate, owner, paths, removal', async ({
  page,
  webApp,
}) => {
  const promotions = (...options: string[]) => foreign.registerAsDocumented(webApp, 'promotions', ...options);
  expect(await promotions()).toContain('remoteOrigins');
  foreign.allowOrigin(webApp);
  expect(await promotions('--team', '')).toContain('--team');
  expect(await promotions('--contract', '>=99')).toContain("can't run in the live shell");
  expect(await promotions('--screen', 'extract')).toContain("'/extract' belongs to");
  expect(await promotions('--screen', BRAND)).toContain(`belongs to the brand ${BRAND}`);

  const [link = ''] = /http\S+preview=\S+/.exec(await promotions('--preview')) ?? [];
  await logIn(page, ana, webApp.url);
  await page.goto(link.replace('/?', '/promocoes/7?'));
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
