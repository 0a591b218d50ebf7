import type { Locator, Page } from '@playwright/test';
import { newAccount } from '../pages/accounts.ts';
import {
  closeToasts,
  controlClock,
  expectAfterTimeout,
  FAULTS,
  type Fault,
  faultsOfRow,
  holdRequests,
  type Requests,
  retryUntilShown,
} from '../pages/faults.ts';
import { ana, BRAND, logIn } from '../pages/steps.ts';
import { fillCard, newPayer, openPayConfirmation } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

const UNSTABLE = 'Sua conexão está instável. Por favor, tente mais tarde.';
const SERVER_FAILED = 'Falha no servidor. Por favor tente novamente.';
const byConnection = { connection: UNSTABLE, server: SERVER_FAILED };

interface Row {
  /** Path below the brand. */
  at: string;
  /** Steps before the request, such as filling in a form. */
  fills?: (page: Page) => Promise<unknown>;
  /** URLs of the requests that fail. */
  requests: Requests;
  /** Sends the request, if opening the screen doesn't. */
  sends?: (page: Page) => Promise<unknown>;
  /** Sends the request again, if neither `sends` nor 'Tentar novamente' does. */
  again?: (page: Page) => Promise<unknown>;
  /** The error message: one for every fault, or one per failed part. */
  errorText: string | Record<Fault['failedPart'], string>;
  /** Returns an element that is visible after success. */
  shows: (page: Page) => Locator;
  /** Label and value of a field that must keep its value. */
  keeps?: [label: string, text: string];
  /** The field's value is also restored after a login, unlike passwords and card data. */
  restoresInput?: true;
  /** Only the response's status matters, so its body can't be unreadable. */
  statusOnly?: true;
  /** Not a call of our API: it doesn't end the session, and only the user can retry it. */
  foreign?: true;
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
async function fillVehicle(page: Page) {
  await page.getByLabel('Apelido').fill('Carro de teste');
  await page.getByLabel('Marca*').selectOption('BYD');
  await page.getByLabel('Modelo*').selectOption({ index: 1 });
  // Plates are unique within an account, so each try uses another one.
  await page.getByLabel('Placa do Carro').fill(`TST${String(Date.now()).slice(-4)}`);
}
const fillNewCard = (page: Page) => fillCard(page, '5555 5555 5555 4444', '123');
const topUp = async (page: Page) => (await openPayConfirmation(page, 35)).click();

/** A list, an order, a script of the card provider and two forms. The other screens' own tests have their failures. */
const SCREENS: Record<string, Row> = {
  'the payment methods': {
    at: 'paymentMethods',
    requests: '**/UserPaymentMethods',
    errorText: byConnection,
    shows: (page) => page.getByRole('link', { name: /^Visa 4242/ }),
  },
  'the top-up itself': {
    at: 'addCredit/pix',
    requests: '**/wallet/Balance',
    sends: topUp,
    again: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).first().click();
      await topUp(page);
    },
    errorText: 'Ocorreu um erro ao gerar o código PIX',
    shows: (page) => page.getByLabel('Código Pix'),
  },
  'the provider’s script': {
    at: 'addCreditCard',
    fills: fillNewCard,
    requests: '**/provider.js',
    foreign: true,
    errorText: 'Não foi possível abrir o serviço de pagamento. Verifique sua conexão e tente novamente.',
    shows: (page) => page.getByRole('button', { name: 'Salvar Cartão', disabled: false }),
    keeps: ['Número do cartão', '5555 5555 5555 4444'],
  },
  'a new card': {
    at: 'addCreditCard',
    fills: fillNewCard,
    requests: '**/UserPaymentMethods',
    sends: press('Salvar Cartão'),
    errorText: { connection: UNSTABLE, server: 'Erro ao cadastrar o cartão.' },
    shows: (page) => page.getByText('Cartão salvo com sucesso'),
    keeps: ['Número do cartão', '5555 5555 5555 4444'],
    statusOnly: true,
  },
  'a new vehicle': {
    at: 'vehicles',
    fills: fillVehicle,
    requests: '**/UserVehicles',
    sends: press('Salvar Veículo'),
    errorText: 'Ocorreu um erro inesperado ao salvar o veículo. Tente novamente mais tarde.',
    shows: (page) => page.getByText('Veículo adicionado com sucesso'),
    keeps: ['Apelido', 'Carro de teste'],
    restoresInput: true,
    statusOnly: true,
  },
};

const sendAgain = (page: Page, { sends, again = sends, shows }: Row) =>
  again ? again(page) : retryUntilShown(page, shows(page));

async function expectFailureMessage(page: Page, row: Row, url: string, fault: Fault) {
  const { fills, requests, sends, shows, errorText, keeps } = row;
  if (!sends) await fault.apply(page, requests);
  await page.goto(url);
  await fills?.(page);
  if (sends) {
    await fault.apply(page, requests);
    // Saving a card requests a token first. Advancing the clock before our request is sent would
    // time out the token's request.
    const sent = page.waitForRequest(requests);
    await sends(page);
    await sent;
  }
  const message = page.getByText(typeof errorText === 'string' ? errorText : errorText[fault.failedPart]);
  await expectAfterTimeout(page, message.first(), fault);
  await closeToasts(page);
  if (keeps) await expect(page.getByLabel(keeps[0], { exact: true })).toHaveValue(keeps[1]);

  await page.unroute(requests);
  await sendAgain(page, row);
  await expect(shows(page)).toBeVisible();
  await expect(message).toHaveCount(0);
}

/** Loses the connection during the request, and ends the session before the connection is back. */
async function expectRecoveryAfterSessionEnd(page: Page, row: Row, url: string) {
  const { fills, requests, sends, shows, keeps, foreign } = row;
  const session = await sessionOf(page);
  const overlay = page.getByRole('dialog', { name: 'Desconectado' });
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  const loseConnection = () =>
    holdRequests(page, requests, (route) => (route.request().method() !== 'GET') === Boolean(sends));
  let connection = sends ? undefined : await loseConnection();
  await page.goto(url);
  await expect(title).toBeVisible();
  await fills?.(page);
  connection ??= await loseConnection();
  await sends?.(page);
  await connection.lose();
  await expectAfterTimeout(page, overlay, { waits: 1_500 });
  const expectKeptValue = async () => {
    if (keeps) await expect(page.getByLabel(keeps[0], { exact: true })).toHaveValue(keeps[1]);
  };
  await expectKeptValue();

  await connection.regain();
  await expect(overlay).toHaveCount(0);
  await expectKeptValue();
  if (foreign) await page.unroute(requests);
  // Reads are retried automatically.
  if (sends || foreign) await sendAgain(page, row);
  if (!foreign) {
    await expect(page).toHaveURL(`/${BRAND}/login`);
    await page.unroute(requests);
    await restoreSession(page, session);
    await expect(page).toHaveURL(url);
    if (row.restoresInput) await expectKeptValue();
  }
  await expect(sends ? title : shows(page)).toBeVisible();
}

/** Returns the key and the token of the stored session. */
const sessionOf = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('token:')) ?? []);
/** Logs in as another tab would: without a form, and without counting towards the login limit. */
const restoreSession = (page: Page, [key = '', token = '']: string[]) =>
  page.evaluate(
    ([key, token]) => {
      localStorage.setItem(key, token);
      dispatchEvent(new StorageEvent('storage', { key }));
    },
    [key, token] as const,
  );

for (const [index, [name, row]] of Object.entries(SCREENS).entries())
  test(`${name}: a fault of its request shows an error and can be retried`, async ({ page, request }) => {
    // Forms need an account of their own: they leave data in it, and toasts of charges that other tests
    // make with a demo account would cover their buttons.
    await logIn(page, row.sends ? await newPayer(request) : ana);
    await controlClock(page);
    const url = `/${BRAND}/${row.at}`;
    for (const [what, fault] of faultsOfRow(index, row))
      await test.step(`a request that ${what}`, () => expectFailureMessage(page, row, url, fault));
    await test.step('a request that loses the connection, then the session', () =>
      expectRecoveryAfterSessionEnd(page, row, url));
  });

test('an account can still be deleted after failed tries', async ({ page, request }) => {
  const field = 'Digite EXCLUIR para confirmar';
  const [fills, sends] = [() => page.getByLabel(field).fill('EXCLUIR'), () => press('Quero excluir')(page)];
  const deletion: Row = {
    at: 'accountDeletion',
    fills,
    requests: '**/UserDelete/*',
    sends,
    again: async () => {
      await press('Entendi')(page);
      await sends();
    },
    errorText: 'Erro ao tentar excluir sua conta. Tente novamente mais tarde.',
    shows: () => page.getByText('Sua conta foi excluída.'),
    keeps: [field, 'EXCLUIR'],
  };
  await logIn(page, await newAccount(request));
  await controlClock(page);
  await expectRecoveryAfterSessionEnd(page, deletion, `/${BRAND}/accountDeletion`);
  await expect(page.getByText('Sua conta pode já ter sido excluída')).toBeVisible();
  await closeToasts(page);
  await fills();
  for (const fault of [FAULTS['is cut off'], FAULTS['fails with 500']]) {
    await fault?.apply(page, deletion.requests);
    await sends();
    const failure = page.getByRole('dialog', { name: String(deletion.errorText) });
    await failure.getByRole('button', { name: 'Entendi' }).click();
    await page.unroute(deletion.requests);
  }
  await sends();
  await expect(deletion.shows(page)).toBeVisible();
});
