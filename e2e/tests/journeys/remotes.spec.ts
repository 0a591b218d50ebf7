import { expect, test } from '../product.ts';
import { BRAND, logIn } from '../steps.ts';

const REMOTES = ['sites', 'charging', 'wallet', 'account', 'operator'] as const;
type RemoteName = (typeof REMOTES)[number];

/** A screen of each remote, with its heading. */
const SCREENS: Record<RemoteName, { path: string; heading: RegExp }> = {
  sites: { path: '', heading: /Próximo a você/ },
  charging: { path: 'qrcode', heading: /./ },
  wallet: { path: 'extract', heading: /./ },
  account: { path: 'vehicles-list', heading: /Veículos cadastrados/ },
  operator: { path: 'viewers/fleet/charger-status/1', heading: /./ },
};

for (const unavailable of REMOTES) {
  test(`with the ${unavailable} remote unavailable, its screen offers a retry and the others work`, async ({
    page,
  }) => {
    await logIn(page);
    await page.route(`**/remotes/${unavailable}/**`, (route) => route.abort());
    for (const name of REMOTES) {
      const { path, heading } = SCREENS[name];
      await page.goto(`/${BRAND}/${path}`);
      if (name === unavailable)
        await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
      else await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    }
    await page.unroute(`**/remotes/${unavailable}/**`);
    await page.goto(`/${BRAND}/${SCREENS[unavailable].path}`);
    await expect(page.getByRole('heading', { name: SCREENS[unavailable].heading }).first()).toBeVisible();
  });
}

test('‘Tentar novamente’ loads a remote that is available again, without a reload', async ({ page }) => {
  await logIn(page);
  await page.route('**/remotes/account/**', (route) => route.abort());
  await page.goto(`/${BRAND}/vehicles-list`);
  const retry = page.getByRole('button', { name: 'Tentar novamente' });
  await expect(retry).toBeVisible();
  await page.unroute('**/remotes/account/**');
  await retry.click();
  await expect(page.getByRole('heading', { name: 'Veículos cadastrados' })).toBeVisible();
});

for (const name of REMOTES) {
  test(`the ${name} remote has a standalone page`, async ({ page }) => {
    await page.goto(`/remotes/${name}/${BRAND}/${SCREENS[name].path}`);
    if (name === 'sites' || name === 'operator')
      await expect(page.getByRole('heading', { name: SCREENS[name].heading }).first()).toBeVisible();
    else if (name === 'wallet') await expect(page).toHaveURL(new RegExp(`/remotes/wallet/${BRAND}/?$`));
    else await expect(page.getByLabel('E-mail')).toBeVisible();
  });
}
