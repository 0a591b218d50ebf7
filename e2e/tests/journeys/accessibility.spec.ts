import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectContrast } from '../pages/axe.ts';
import { ana, BRAND, logIn, openCharger, openHome, startCharge, stopCharge } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const firstSite = (page: Page) => page.getByRole('main').getByRole('link').first();

test('the home and a site have no accessibility violations', async ({ page }) => {
  await page.goto(`/${BRAND}/`);
  await expect(firstSite(page)).toBeVisible();
  await expectAccessible(page, 'home');
  await firstSite(page).click();
  await expect(page.getByRole('button', { name: 'Como Chegar' })).toBeVisible();
  await expectAccessible(page, 'site');
});

const fleetBoards = ['fleet/charger-status', 'fleet/recharge-priority', 'fleet/reliability'];
for (const board of [...fleetBoards, 'vallet/charger-status'])
  test(`the board ${board} has no accessibility violations`, async ({ page, product }) => {
    await page.goto(`/${BRAND}/viewers/${board}/${product.fleetSiteId}`);
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page, board);
  });

/** Paths of the shell's screens, each with an element that shows that the screen is ready. */
const SHELL_SCREENS: Record<string, (page: Page) => Locator> = {
  login: (page) => page.getByLabel('E-mail'),
  register: (page) => page.getByLabel('Nome completo'),
  forgotPassword: (page) => page.getByRole('button', { name: 'Enviar' }),
  'forgot-password-app/some-token': (page) => page.getByLabel('Confirme nova senha'),
  sucessRedefinePassword: (page) => page.getByRole('heading', { name: 'Senha alterada' }),
  'confirmation-app': (page) => page.getByRole('heading', { name: 'Email confirmado!' }),
  'terms-of-use': (page) => page.getByTitle('Termos de uso'),
  'privacy-policy': (page) => page.getByTitle('Política de privacidade'),
  switchBrand: (page) => page.getByRole('heading', { name: 'Trocar de operadora' }),
};
test('shell screens have no accessibility violations', async ({ page }) => {
  for (const [path, shows] of Object.entries(SHELL_SCREENS)) {
    await page.goto(`/${BRAND}/${path}`);
    await expect(shows(page)).toBeVisible();
    await expectAccessible(page, path);
  }
});

test('the terms in their frame have no accessibility violations', async ({ page }) => {
  await page.goto(`/${BRAND}/terms-of-use`);
  const text = page.getByTitle('Termos de uso');
  await expect(text).toHaveAttribute('src', /^data:text\/html;charset=utf-8,.+/);
  const [, html = ''] = (await text.getAttribute('src'))?.split(',') ?? [];
  // A blank page, since Trusted Types forbid writing HTML into a page of the app.
  await page.goto('about:blank');
  await page.setContent(decodeURIComponent(html));
  await expectAccessible(page, 'terms');
});

test('form errors and results have no accessibility violations', async ({ page }) => {
  await page.goto(`/${BRAND}/register`);
  await page.getByLabel('Nome completo').fill('Nina');
  await page.getByLabel('E-mail').fill('nina');
  await page.getByLabel('Senha', { exact: true }).fill('12345');
  await page.getByLabel('Confirme sua senha').fill('1');
  await page.getByLabel('Nome completo').focus();
  await expect(page.getByText('Por favor insira nome e sobrenome')).toBeVisible();
  await expectAccessible(page, 'registration with errors');
  await page.goto(`/${BRAND}/forgotPassword`);
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('E-mail não cadastrado.')).toBeVisible();
  await expectAccessible(page, 'an unknown e-mail');
  await page.getByLabel('E-mail').fill(ana);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('dialog', { name: 'E-mail enviado!' })).toBeVisible();
  await expectAccessible(page, 'the mail was sent');
  await page.route('**/ChargerSitesSearch**', (route) => route.abort());
  await page.goto(`/${BRAND}/`);
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  await expectAccessible(page, 'a failure');
});

test('dialogs and lists of home and site have no accessibility violations', async ({ page }) => {
  await page.goto(`/${BRAND}/`);
  await expect(firstSite(page)).toBeVisible();
  await page.getByLabel('Buscar endereço').fill('Campinas');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'addresses');
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  for (const name of ['Filtros', 'QR Code']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
  }
  await firstSite(page).click();
  for (const name of ['Como Chegar', 'Ajuda']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
  }
});

test('screens of brands with a bright and a dark colour have enough contrast', async ({ page, request }) => {
  const brand = await (await request.get(`/v1/api/Applications/${BRAND}`)).json();
  const useColor = (color: string) =>
    page.route('**/Applications/*', (route) =>
      route.fulfill({ json: { ...brand, appBgColor: color, brandBgColor: color } }),
    );
  await useColor('#FFD400');
  await page.goto(`/${BRAND}/`);
  await expect(firstSite(page)).toBeVisible();
  await expectContrast(page, 'home');
  await page.getByRole('button', { name: 'Filtros' }).click();
  await expectContrast(page, 'filters');
  await page.keyboard.press('Escape');
  await firstSite(page).click();
  await expect(page.getByText(/\d\skW/).first()).toBeVisible();
  await expectContrast(page, 'site');
  await openHome(page);
  await expectContrast(page, 'home of a user');
  await useColor('#10204A');
  await page.reload();
  await expect(firstSite(page)).toBeVisible();
  await expectContrast(page, 'home of a user in a dark colour');
  await page.getByRole('button', { name: 'Filtros' }).click();
  await expectContrast(page, 'filters in a dark colour');
});

test('with reduced motion, every element has the colours of a changed scheme within two frames', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`/${BRAND}/login`);
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  const recording = await page.evaluateHandle(() => {
    const colorOf = (element: Element) => getComputedStyle(element).color;
    const waitFrames = async (count: number) => {
      for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
    };
    const { promise, resolve } = Promise.withResolvers<string[]>();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', async () => {
      await waitFrames(2);
      const colors = new Map(Array.from(document.body.querySelectorAll('*'), (it) => [it, colorOf(it)]));
      await waitFrames(30);
      // The screen may still load, so only elements that are in both frames are compared.
      resolve(
        [...colors].flatMap(([element, soon]) =>
          element.isConnected && colorOf(element) !== soon ? [`${element.outerHTML}: ${soon}`] : [],
        ),
      );
    });
    return { promise };
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await recording.evaluate(({ promise }) => promise)).toEqual([]);
});

test('screens of a charge survive a reload, and have no accessibility violations', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger();
  await logIn(page);
  await page.goto(`/${BRAND}/qrcode`);
  await expect(
    page
      .getByLabel('Número do carregador')
      .or(page.getByRole('button', { name: /número/i }))
      .first(),
  ).toBeVisible();
  await expectAccessible(page, 'number');
  await openCharger(page, charger.number);
  await expectAccessible(page, 'confirmation');
  await page.getByRole('button', { name: 'Escolher cupom' }).click();
  await expect(page.getByRole('dialog', { name: 'Cupons' })).toContainText('Não vale neste local');
  await expectAccessible(page, 'coupons to choose from');
  await page.keyboard.press('Escape');
  await startCharge(page, charger.number);
  await expect(page.getByText('Conecte o plug')).toBeVisible();
  // The wait for the plug ends after 60 s.
  await expectAccessible(page, 'waiting for the plug');
  await page.reload();
  await expect(page.getByText('Conecte o plug no seu veículo.')).toBeVisible();
  await charger.act({ action: 'plug', connectorId: 1 });
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
  await expectAccessible(page, 'recharge');
  await page.goto(`/${BRAND}/`);
  // The active charge is listed before the sites.
  await expect(firstSite(page)).toHaveAttribute('href', new RegExp(`/recharge/${charger.id}/1`));
  await firstSite(page).click();
  await expect(page).toHaveURL(new RegExp(`/recharge/${charger.id}/1`));
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Transação' })).toBeVisible();
  await expectAccessible(page, 'receipt');
});
