import type { Locator, Page } from '@playwright/test';
import {
  controlClock,
  expectAfterTimeout,
  faultsOfRow,
  navigateWithoutReload,
  type Requests,
  retryUntilShown,
} from '../pages/faults.ts';
import { ana, BRAND, logIn, PASSWORD } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const UNSTABLE = 'Sua conexão está instável. Por favor, tente mais tarde.';
const SERVER_FAILED = 'Falha no servidor. Por favor tente novamente.';
const NO_SCREEN = 'Não foi possível abrir esta tela.';
const NO_BRAND = 'Não foi possivel obter os dados do aplicativo. Por favor tente novamente.';

interface Screen {
  /** Path below the brand. */
  path: string;
  /** URLs of the requests that fail. */
  requests: Requests;
  /** The error message: one for every fault, or one per failed part. */
  errorText: string | { connection: string; server: string };
  /** Returns an element that is visible after success. */
  shows: (page: Page) => Locator;
  /** Values to type before the request, by label. The fields must keep them. */
  typed?: Record<string, string>;
  /** The button that sends the form and sends it again. Without one, 'Tentar novamente' does. */
  sends?: string;
  loggedIn?: true;
}

const byConnection = { connection: UNSTABLE, server: SERVER_FAILED };
const firstSite = (page: Page) => page.getByRole('main').getByRole('link').first();

/** What the page needs to start, a list, a page and a form. The other screens' own tests have their failures. */
const SCREENS: Record<string, Screen> = {
  'the start (configuration)': {
    path: '',
    requests: '**/config.json',
    errorText: NO_BRAND,
    shows: firstSite,
  },
  'the start (registry)': { path: '', requests: '**/remotes.json', errorText: NO_SCREEN, shows: firstSite },
  'the home’s list': {
    path: '',
    requests: '**/ChargerSitesSearch**',
    errorText: 'Erro ao buscar sites de carregamento. Por favor, tente novamente',
    shows: firstSite,
  },
  'the site page': {
    path: 'charger/1',
    requests: '**/ChargerSites/*',
    errorText: 'Erro ao buscar site de carregamento',
    shows: (page) => page.getByRole('button', { name: 'Como Chegar' }),
  },
  'the login': {
    path: 'login',
    requests: '**/v1/api/auth',
    typed: { 'E-mail': ana, Senha: PASSWORD },
    sends: 'Entrar',
    errorText: byConnection,
    shows: (page) => page.getByRole('button', { name: /saldo/ }),
  },
  'the statement': {
    path: 'extract',
    requests: '**/wallet/History/*',
    errorText: 'Falha ao carregar transações. Por favor, tente novamente',
    shows: (page) => page.getByRole('link', { name: /Recarga/ }).first(),
    loggedIn: true,
  },
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function type(page: Page, { typed = {} }: Screen) {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
}

async function expectKeptInput(page: Page, { typed = {} }: Screen) {
  for (const [label, text] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
}

/** Presses the button that sends the request, or sends it again. */
const send = (page: Page, name: string) => button(page, name).first().click();
/** Presses it although the overlay may already cover it. */
const sendOffline = (page: Page, name: string) =>
  button(page, name)
    .first()
    .evaluate((element) => element instanceof HTMLElement && element.click());

for (const [row, [name, screen]] of Object.entries(SCREENS).entries())
  for (const [what, fault] of faultsOfRow(row, screen)) {
    test(`${name}: a request that ${what} shows an error and can be retried`, async ({ page }) => {
      if (screen.loggedIn) await logIn(page);
      if (fault.waits) await controlClock(page);
      await fault.apply(page, screen.requests);
      await page.goto(`/${BRAND}/${screen.path}`);
      await type(page, screen);
      if (screen.sends) await send(page, screen.sends);
      const message =
        typeof screen.errorText === 'string' ? screen.errorText : screen.errorText[fault.failedPart];
      await expectAfterTimeout(page, page.getByText(message).first(), fault);
      await expectKeptInput(page, screen);

      await page.unroute(screen.requests);
      await (screen.sends ? send(page, screen.sends) : retryUntilShown(page, screen.shows(page)));
      await expect(screen.shows(page)).toBeVisible();
      await expect(page.getByText(message)).toHaveCount(0);
    });
  }

test('screens show the overlay offline, and continue when the connection is back', async ({
  page,
  context,
}) => {
  const overlay = page.getByRole('dialog', { name: 'Desconectado' });
  const open = (path: string) => navigateWithoutReload(page, `/${BRAND}/${path}`);
  const connected = new Promise((resolve) => {
    page.on('websocket', (socket) => socket.once('framereceived', resolve));
  });
  await page.goto(`/${BRAND}/login`);
  // The login comes last, since the other screens are a guest's.
  const { 'the login': login, ...others } = SCREENS;
  for (const [name, screen] of [...Object.entries(others), ['the login', login] as const]) {
    // Opening the page itself offline is covered by the offline journeys.
    if (!screen || name.startsWith('the start') || screen.loggedIn) continue;
    await test.step(name, async () => {
      const field = page.getByLabel(Object.keys(screen.typed ?? {})[0] ?? 'E-mail', { exact: true });
      // The login returns to the screen that was shown before it.
      if (screen === login) {
        await open('');
        await expect(page.getByRole('heading', { name: 'Próximo a você' })).toBeVisible();
      }
      // A new page has no data of the screen.
      if (screen.typed) await open(screen.path);
      else await page.goto(`/${BRAND}/login`);
      await expect(field).toBeVisible();
      await type(page, screen);
      await context.setOffline(true);
      if (screen.sends) await sendOffline(page, screen.sends);
      else if (!screen.typed) await open(screen.path);
      await expect(overlay).toContainText('Conectando...');

      await context.setOffline(false);
      await expect(overlay).toHaveCount(0);
      await expectKeptInput(page, screen);
      if (screen.sends) await send(page, screen.sends);
      await expect(screen.shows(page)).toBeVisible();
    });
  }
  const statement = SCREENS['the statement'];
  await connected;
  await context.setOffline(true);
  await open('extract');
  await expect(overlay).toContainText('Conectando...');
  await context.setOffline(false);
  await expect(overlay).toHaveCount(0);
  if (statement) await expect(statement.shows(page)).toBeVisible();
});
