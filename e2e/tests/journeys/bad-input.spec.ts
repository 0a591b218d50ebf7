import { expect, test } from '../product.ts';
import { ana, BRAND, logIn, PASSWORD } from '../steps.ts';

test('an unknown brand leads to the default one, an unknown path to the brand’s home', async ({ page }) => {
  await page.goto('/nobody-here/');
  await expect(page).toHaveURL(`/${BRAND}/`);
  await page.goto(`/${BRAND}/no/such/path`);
  await expect(page).toHaveURL(`/${BRAND}/`);
  await expect(page.getByRole('heading', { name: 'Próximo a você' })).toBeVisible();
});

test('a wrong password is said, and what was typed stays', async ({ page }) => {
  await page.goto(`/${BRAND}/login`);
  await page.getByLabel('E-mail').fill(ana);
  await page.getByLabel('Senha', { exact: true }).fill(`${PASSWORD}-no`);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('E-mail ou senha inválidos.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(ana);
});

test('a token that the server no longer knows leads to login and back', async ({ page, context }) => {
  await logIn(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (/token/i.test(key)) localStorage.setItem(key, JSON.stringify('not-a-token'));
  });
  await page.close();
  const fresh = await context.newPage();
  await fresh.goto(`/${BRAND}/vehicles-list`);
  await expect(fresh).toHaveURL(`/${BRAND}/login`);
  await fresh.getByLabel('E-mail').fill(ana);
  await fresh.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await fresh.getByRole('button', { name: 'Entrar' }).click();
  await expect(fresh).toHaveURL(`/${BRAND}/vehicles-list`);
});

/** Calls that fail or answer nonsense: the screen’s own message with a retry, and the retry works. */
const FAULTS = {
  'fails with 500': { status: 500, body: '' },
  'answers nonsense': { status: 200, body: '{"surprise":' },
  'answers a page': { status: 200, body: '<!doctype html><p>proxy</p>' },
};
const SCREENS = [
  {
    path: '',
    call: '**/ChargerSitesSearch**',
    message: 'Erro ao buscar sites de carregamento. Por favor, tente novamente',
  },
  { path: 'charger/1', call: '**/ChargerSites/*', message: 'Erro ao buscar site de carregamento' },
  { path: 'charger/1', call: '**/SiteConnectors/*', message: 'Erro ao buscar estações de carregamento' },
  { path: 'extract', call: '**/wallet/History/*', message: 'Falha ao carregar transa' },
];
for (const [fault, answer] of Object.entries(FAULTS))
  for (const { path, call, message } of SCREENS)
    test(`where ${call} ${fault}, /${path} says so and the retry mends it`, async ({ page }) => {
      await logIn(page);
      await page.route(call, (route) => route.fulfill(answer));
      await page.goto(`/${BRAND}/${path}`);
      await expect(page.getByText(message).first()).toBeVisible({ timeout: 15_000 });
      await page.unroute(call);
      await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
      await expect(page.getByText(message)).toHaveCount(0);
    });
