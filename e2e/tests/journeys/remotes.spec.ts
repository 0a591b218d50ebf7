import { navigateWithoutReload, retryUntilShown } from '../pages/faults.ts';
import { BRAND, logIn } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const REMOTES = ['sites', 'charging', 'wallet', 'account', 'operator', 'releases'] as const;
type RemoteName = (typeof REMOTES)[number];

/** A screen of each remote, and a text that it shows with its data. */
const screensOf = (fleetSiteId: string): Record<RemoteName, { path: string; text: string }> => ({
  sites: { path: '', text: 'Próximo a você' },
  charging: { path: 'qrcode', text: 'Número do carregador' },
  wallet: { path: 'extract', text: 'Adicionou' },
  account: { path: 'vehicles-list', text: 'Veículos cadastrados' },
  operator: { path: `viewers/fleet/charger-status/${fleetSiteId}`, text: 'Total de carregadores' },
  releases: { path: 'releases', text: 'Sua conta não muda versões' },
});

test('with a remote unavailable, its screen offers a retry, which loads it once it is back, and the others work', async ({
  page,
  product,
}) => {
  const unavailable = 'account';
  const screens = screensOf(product.fleetSiteId);
  const main = page.getByRole('main');
  await logIn(page);
  await page.route(`**/remotes/${unavailable}/**`, (route) => route.abort());
  await page.goto(`/${BRAND}/terms-of-use`);
  await expect(page.getByTitle('Termos de uso')).toBeVisible();
  for (const name of REMOTES) {
    const { path, text } = screens[name];
    await navigateWithoutReload(page, `/${BRAND}/${path}`);
    if (name === unavailable)
      await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
    else await expect(main).toContainText(text);
  }
  const { path, text } = screens[unavailable];
  await navigateWithoutReload(page, `/${BRAND}/${path}`);
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  await page.unroute(`**/remotes/${unavailable}/**`);
  await retryUntilShown(page, page.getByRole('heading', { name: text }));
});

test('each remote has a standalone page', async ({ page, product }) => {
  for (const name of REMOTES)
    await test.step(name, async () => {
      const { path, text } = screensOf(product.fleetSiteId)[name];
      await page.goto(`/remotes/${name}/${BRAND}/${path}`);
      if (name === 'sites' || name === 'operator') await expect(page.getByRole('main')).toContainText(text);
      else if (name === 'wallet') await expect(page).toHaveURL(new RegExp(`/remotes/wallet/${BRAND}/?$`));
      else await expect(page.getByLabel('E-mail')).toBeVisible();
    });
});

test('a standalone page opens its screens on a file server that returns the shell for unknown paths', async ({
  page,
  product,
}) => {
  const shell = await (await page.request.get('/')).body();
  const isDeep = ({ pathname }: URL) => /^\/remotes\/operator\/./.test(pathname);
  await page.route(isDeep, (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ body: shell, contentType: 'text/html' })
      : route.fallback(),
  );
  const path = `/remotes/operator/${BRAND}/viewers/fleet/charger-status/${product.fleetSiteId}?tv=1#wall`;
  await page.goto(path);
  await expect(page.getByRole('main')).toContainText('Total de carregadores');
  await expect(page.locator('base')).toHaveAttribute('href', '/remotes/operator/');
  await expect(page).toHaveURL(path);
});
