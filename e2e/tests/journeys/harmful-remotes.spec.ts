/**
 * Failing remotes affect no other screen. Further faults have their own tests:
 *
 * - slow: `load-remote.test.ts` ("tries the previous version when the live one is slow"), and
 *   `faults-of-code.spec.ts` ("shows that code is slow to load before it times out")
 * - no other version: `render-failures.test.tsx` and `faults-of-code.spec.ts`, with
 *   'Tentar novamente'
 * - styles that leak: `scoped-styles.test.ts`, at build time
 * - a slot that the remote does not have: `render-failures.test.tsx`
 * - memory that grows while a screen is opened again and again: `reopened-remotes.spec.ts`
 */
import { countAfterCollection, openProfiler } from '../pages/counts.ts';
import { navigateWithoutReload } from '../pages/faults.ts';
import { BRAND } from '../pages/steps.ts';
import { addRemotes, type Handmade, OWNER } from '../product/handmade-remotes.ts';
import { expect, test } from '../product/product.ts';

/** Returns a previous version with the remote's name in its title. */
const previousVersion = (name: string): Handmade => ({ screen: `() => h('h1', null, 'Anterior: ${name}')` });

/** Remotes with a live version that is replaced by the previous one. */
const REPLACED: Record<string, Handmade> = {
  'wrong-hash': { serve: (script) => ({ body: `${script}//` }) },
  'throws-on-render': { screen: `() => { throw new Error('broken'); }` },
  'half-a-download': { serve: (script) => ({ body: script.slice(0, script.length / 2) }) },
  'server-gone': { serve: () => ({ status: 503, body: '' }) },
  'wrong-content-type': { serve: () => ({ contentType: 'text/html' }) },
  'throws-on-import': { script: `throw new Error('broken');` },
  'throws-in-an-effect': {
    screen: `() => { React.useEffect(() => { throw new Error('broken'); }); return null; }`,
  },
  'endless-loop-of-renders': {
    screen: '() => { const [n, set] = React.useState(0); set(n + 1); return n; }',
  },
  'endless-loop-of-layout-effects': {
    screen:
      '() => { const [n, set] = React.useState(0); React.useLayoutEffect(() => set(n + 1)); return n; }',
  },
};

/** Remotes with an error report that the test checks. */
const REPORTED = ['wrong-hash', 'throws-on-render'];

test.use({ provoked: /Refused to execute script/ });

/** Remotes with a live version that stays on screen despite its fault. */
const STAYING: Record<string, Handmade> = {
  'throws-in-a-promise': {
    screen: `() => {
      React.useEffect(() => { (async () => { throw new TypeError('promise broken'); })(); }, []);
      return h('h1', null, 'Novo');
    }`,
  },
  'throws-in-a-handler': {
    screen: `() => h('button', { onClick: () => { throw new TypeError('handler broken'); } }, 'Promoção')`,
  },
  'endless-loop-of-effects': {
    screen: `() => {
      const [n, set] = React.useState(0);
      React.useEffect(() => set(n + 1));
      return h('h1', null, n > 100 ? 'Em laço' : 'Novo');
    }`,
  },
  'fills-an-unknown-slot': { fills: ['nobody.banner'] },
  'keeps-memory': {
    screen: `() => {
      React.useState(() => Array.from({ length: 200 }, () => new Array(50_000).fill(1.5)));
      return h('h1', null, 'Novo');
    }`,
  },
};

const remotes = {
  ...Object.fromEntries(
    Object.entries(REPLACED).map(([name, live]) => [name, [live, previousVersion(name)] as const]),
  ),
  ...Object.fromEntries(Object.entries(STAYING).map(([name, live]) => [name, [live] as const])),
};

test('contains failing remotes, and reports their version and owner', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const reports: string[] = [];
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const dsn = `${new URL(route.request().url()).origin.replace('//', '//key@')}/7`;
    await route.fulfill({ response, json: { ...(await response.json()), errorReporting: { dsn } } });
  });
  await page.route('**/api/7/envelope/**', (route) => {
    reports.push(route.request().postData() ?? '');
    return route.fulfill({ json: {} });
  });
  await addRemotes(page, remotes);
  await page.goto(`/${BRAND}/`);
  const sites = page.getByRole('main').getByRole('link').first();
  await expect(sites).toBeVisible();
  const open = (name: string) => navigateWithoutReload(page, `/${BRAND}/${name}`);
  /** Waits until a report that contains all `texts` has been sent. */
  const expectReport = (...texts: string[]) =>
    expect.poll(() => reports.some((report) => texts.every((text) => report.includes(text)))).toBe(true);
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });

  const failures: unknown[] = [];
  /** Opens a remote, runs `body` and returns to the home. Later steps run even if it fails. */
  const step = (name: string, body: () => Promise<void>) =>
    test
      .step(name, async () => {
        await open(name);
        await body();
        await open('');
        await expect(sites).toBeVisible();
      })
      .catch((failure: unknown) => failures.push(failure));

  // Steps that check a report come first, because at most ten reports are sent per minute.
  await step('throws-in-a-promise', async () => {
    await expect(heading('Novo')).toBeVisible();
    await expectReport('promise broken', 'throws-in-a-promise@0.2.0-00000002', OWNER.team);
  });

  await step('throws-in-a-handler', async () => {
    await page.getByRole('button', { name: 'Promoção' }).click();
    await expectReport('handler broken', 'throws-in-a-handler@0.2.0-00000002', OWNER.team);
    await expect(page.getByRole('button', { name: 'Promoção' })).toBeVisible();
  });

  for (const name of Object.keys(REPLACED))
    await step(name, async () => {
      await expect(heading(`Anterior: ${name}`)).toBeVisible();
      expect(logged.some((text) => text.includes(`remote ${name} 0.2.0-00000002`))).toBe(true);
      if (REPORTED.includes(name)) await expectReport(`${name}@0.2.0-00000002`, OWNER.team);
    });

  await step('fills-an-unknown-slot', async () => {
    await expect(heading('Novo')).toBeVisible();
    expect(logged.filter((text) => text.includes('fills-an-unknown-slot'))).toEqual([]);
  });

  // `step` then leaves the screen, which never stops rendering.
  await step('endless-loop-of-effects', () => expect(heading('Em laço')).toBeVisible());

  const cdp = await openProfiler(page);
  const countsBefore = await countAfterCollection(cdp);
  await step('keeps-memory', async () => {
    await expect(heading('Novo')).toBeVisible();
    const countsDuring = await countAfterCollection(cdp);
    expect(countsDuring.heap - countsBefore.heap).toBeGreaterThan(50_000_000);
  });
  const countsAfter = await countAfterCollection(cdp);
  expect.soft(countsAfter.heap - countsBefore.heap).toBeLessThan(5_000_000);
  expect(failures).toEqual([]);
});

test("a partner's libraries reach no other remote, whether they fail or have higher versions", async ({
  page,
}) => {
  const failing = `{ get: () => Promise.reject(new Error('status 404')), from: 'partner' }`;
  const libraries = `
    shared.lit = { '3.0.0': ${failing} };
    for (const name of Object.keys(shared)) shared[name]['99.0.0'] = ${failing};
  `;
  await addRemotes(page, { partner: [{ init: libraries }] });
  await page.goto(`/${BRAND}/partner`);
  await expect(page.getByRole('heading', { name: 'Novo' })).toBeVisible();
  await navigateWithoutReload(page, `/${BRAND}/`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Estação/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Estação/ })).toBeVisible();
});
