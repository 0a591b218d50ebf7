import type { Locator, Page } from '@playwright/test';
import { newAccount } from '../accounts.ts';
import { FAULTS, type Fault, holdClock, networkToLose, type Requests, seesAfter } from '../faults.ts';
import { expect, test } from '../product.ts';
import { ana, BRAND, linked, logIn, PASSWORD } from '../steps.ts';
import { askToPay, fillCard } from '../wallet.ts';

const UNSTABLE = 'Sua conexão está instável. Por favor, tente mais tarde.';
const SERVER_FAILED = 'Falha no servidor. Por favor tente novamente.';
const byConnection = { connection: UNSTABLE, server: SERVER_FAILED };

interface Row {
  /** It leaves something in the account: one of its own is used. */
  leavesSomething?: true;
  /** Where it is, below the brand; or what finds its address out. */
  at: string | ((page: Page) => Promise<string>);
  /** What is done there before the request is made. */
  fills?: (page: Page) => Promise<unknown>;
  /** What fails. */
  requests: Requests;
  /** What makes the request, if opening the screen doesn't. */
  sends?: (page: Page) => Promise<unknown>;
  /** What makes it again, if that isn't `sends` or 'Tentar novamente'. */
  again?: (page: Page) => Promise<unknown>;
  /** What the screen says, the same for every fault or by whose failure it is. */
  says: string | Record<Fault['of'], string>;
  /** What there is to see once all is well. */
  shows: (page: Page) => Locator;
  /** A field that keeps what was typed, and that. */
  keeps?: [label: string, text: string];
  /** It is there again after a login, too: no password or card. */
  givesBack?: true;
  /** The answer's status says it all: there is nothing else to read. */
  statusOnly?: true;
  /** No call of ours: it hears of no session, and nothing asks again but the person. */
  foreign?: true;
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const retry = press('Tentar novamente');
async function fillVehicle(page: Page) {
  await page.getByLabel('Apelido').fill('Carro de teste');
  await page.getByLabel('Marca*').selectOption('BYD');
  await page.getByLabel('Modelo*').selectOption({ index: 1 });
  // Each its own: no two vehicles have the same.
  await page.getByLabel('Placa do Carro').fill(`TST${String(Date.now()).slice(-4)}`);
}
const fillNewCard = (page: Page) => fillCard(page, '5555 5555 5555 4444', '123');
async function fillPasswords(page: Page) {
  for (const field of ['Senha atual', 'Nova senha', 'Confirme nova senha'])
    await page.getByLabel(field, { exact: true }).fill(PASSWORD);
}
const topUp = async (page: Page) => (await askToPay(page, 35)).click();

const SCREENS: Record<string, Row> = {
  'the ways to pay': {
    at: 'paymentMethods',
    requests: '**/UserPaymentMethods',
    says: byConnection,
    shows: (page) => page.getByRole('link', { name: /^Visa 4242/ }),
  },
  'the top-up by card': {
    at: linked('paymentMethods', /^Visa 4242/),
    requests: '**/UserPaymentMethods',
    says: byConnection,
    shows: (page) => page.getByRole('button', { name: 'Adicionar Créditos' }),
  },
  'the top-up itself': {
    at: 'addCredit/pix',
    requests: '**/wallet/Balance',
    sends: topUp,
    again: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).first().click();
      await topUp(page);
    },
    says: 'Ocorreu um erro ao gerar o código PIX',
    shows: (page) => page.getByLabel('Código Pix'),
  },
  'a Pix': {
    at: async (page) => {
      await page.goto(`/${BRAND}/addCredit/pix`);
      await topUp(page);
      await expect(page.getByLabel('Código Pix')).toBeVisible();
      return page.url();
    },
    requests: '**/Payment/Order/*',
    says: 'Não foi possível carregar o código Pix agora.',
    shows: (page) => page.getByLabel('Código Pix'),
  },
  'a saved card': {
    at: linked('paymentMethods', /^Editar Visa 4242/),
    requests: '**/UserPaymentMethods/*',
    says: 'Falha ao carregar informações do cartão. Por favor, tente novamente',
    shows: (page) => page.getByLabel('CVV'),
  },
  'the provider’s script': {
    at: 'addCreditCard',
    fills: fillNewCard,
    requests: '**/provider.js',
    foreign: true,
    says: 'Não foi possível abrir o serviço de pagamento. Verifique sua conexão e tente novamente.',
    shows: (page) => page.getByRole('button', { name: 'Salvar Cartão', disabled: false }),
    keeps: ['Número do cartão', '5555 5555 5555 4444'],
  },
  'a new card': {
    at: 'addCreditCard',
    fills: fillNewCard,
    requests: '**/UserPaymentMethods',
    sends: press('Salvar Cartão'),
    says: { connection: UNSTABLE, server: 'Erro ao cadastrar o cartão.' },
    shows: (page) => page.getByText('Cartão salvo com sucesso'),
    keeps: ['Número do cartão', '5555 5555 5555 4444'],
    statusOnly: true,
  },
  'a top-up’s receipt': {
    at: linked('extract', /^Adicionou/),
    requests: '**/Payment/Order/*',
    says: 'Falha ao carregar Extrato de Adição. Por favor, tente novamente',
    shows: (page) => page.getByRole('article'),
  },
  'a charge’s receipt': {
    at: linked('extract', /^Recarga/),
    requests: '**/UserTransactions/*',
    says: 'Falha ao carregar Recarga. Por favor, tente novamente',
    shows: (page) => page.getByRole('article'),
  },
  'the profile': {
    at: 'userProfile',
    requests: '**/userprofile',
    says: 'Não foi possível carregar seus dados.',
    shows: (page) => page.getByLabel('Telefone'),
  },
  'the changed profile': {
    at: 'userProfile',
    fills: (page) => page.getByLabel('Telefone').fill('(11) 98765-4321'),
    requests: '**/userprofile',
    sends: press('Salvar'),
    says: { connection: UNSTABLE, server: 'Falha ao salvar alteração. Por favor, tente novamente.' },
    shows: (page) => page.getByText('Alteração salva com sucesso'),
    keeps: ['Telefone', '(11) 98765-4321'],
    statusOnly: true,
  },
  'the changed password': {
    at: 'switchPassword/true',
    fills: fillPasswords,
    requests: '**/ChangePassword',
    sends: press('Salvar'),
    says: byConnection,
    shows: (page) => page.getByText('Sua senha foi alterada com sucesso'),
    keeps: ['Nova senha', PASSWORD],
    statusOnly: true,
  },
  'the vehicles': {
    at: 'vehicles-list',
    requests: '**/UserVehicles',
    says: 'Não foi possível carregar a lista agora.',
    shows: (page) => page.getByRole('list', { name: 'Veículos cadastrados' }).getByRole('link').first(),
  },
  'a vehicle': {
    at: linked('vehicles-list', /[A-Z]{3}-?\d/),
    requests: '**/UserVehicles/*',
    says: 'Não foi possível carregar o veículo agora.',
    shows: (page) => page.getByLabel('Apelido'),
  },
  'the makes of vehicles': {
    at: 'vehicles',
    requests: '**/VehicleManufacturers',
    says: 'Não foi possível carregar as opções agora.',
    shows: (page) => page.getByLabel('Marca*').filter({ hasText: 'BYD' }),
  },
  'a new vehicle': {
    leavesSomething: true,
    at: 'vehicles',
    fills: fillVehicle,
    requests: '**/UserVehicles',
    sends: press('Salvar Veículo'),
    says: 'Ocorreu um erro inesperado ao salvar o veículo. Tente novamente mais tarde.',
    shows: (page) => page.getByText('Veículo adicionado com sucesso'),
    keeps: ['Apelido', 'Carro de teste'],
    givesBack: true,
    statusOnly: true,
  },
  'the coupons': {
    at: 'coupons',
    requests: '**/UserDiscountCoupon?*',
    says: 'Não foi possível carregar seus cupons.',
    shows: (page) => page.getByRole('list', { name: 'Ativos' }),
  },
  'a coupon’s code': {
    at: 'coupons',
    fills: (page) => page.getByLabel('Código do cupom').fill('NADA'),
    requests: '**/AddDiscountCoupon/*',
    sends: press('Adicionar'),
    again: async (page) => {
      await press('OK, entendi')(page);
      await press('Adicionar')(page);
    },
    says: byConnection,
    // The server's own answer: it was reached.
    shows: (page) => page.getByText('Código inválido.'),
    keeps: ['Código do cupom', 'NADA'],
    statusOnly: true,
  },
};

async function isTold(page: Page, row: Row, address: string, fault: Fault) {
  const { fills, requests, sends, again = sends ?? retry, says, shows, keeps } = row;
  if (!sends) await fault.befall(page, requests);
  await page.goto(address);
  await fills?.(page);
  if (sends) {
    await fault.befall(page, requests);
    // A card's token comes first: time that passes before the request itself would end the wait for
    // the token.
    const sent = page.waitForRequest(requests);
    await sends(page);
    await sent;
  }
  const message = page.getByText(typeof says === 'string' ? says : says[fault.of]);
  await seesAfter(page, message.first(), fault);
  if (keeps) await expect(page.getByLabel(keeps[0], { exact: true })).toHaveValue(keeps[1]);

  await page.unroute(requests);
  await again(page);
  await expect(shows(page)).toBeVisible();
  await expect(message).toHaveCount(0);
}

/**
 * The network goes while the request is on its way, and the session has ended by the time that it
 * is back.
 */
async function outlasts(page: Page, row: Row, address: string) {
  const { fills, requests, sends, again = sends ?? retry, shows, keeps, foreign } = row;
  const session = await sessionOf(page);
  const overlay = page.getByRole('dialog', { name: 'Desconectado' });
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  const loseNetwork = () =>
    networkToLose(page, requests, (route) => (route.request().method() !== 'GET') === Boolean(sends));
  let network = sends ? undefined : await loseNetwork();
  await page.goto(address);
  await expect(title).toBeVisible();
  await fills?.(page);
  network ??= await loseNetwork();
  await sends?.(page);
  await network.lose();
  await seesAfter(page, overlay, { waits: 1_500 });
  const keepsIt = async () => {
    if (keeps) await expect(page.getByLabel(keeps[0], { exact: true })).toHaveValue(keeps[1]);
  };
  await keepsIt();

  await network.regain();
  await expect(overlay).toHaveCount(0);
  await keepsIt();
  if (foreign) await page.unroute(requests);
  // What is only read is asked for again by itself.
  if (sends || foreign) await again(page);
  if (!foreign) {
    await expect(page).toHaveURL(`/${BRAND}/login`);
    await page.unroute(requests);
    await takeUpElsewhere(page, session);
    await expect(page).toHaveURL(address);
    if (row.givesBack) await keepsIt();
  }
  await expect(sends ? title : shows(page)).toBeVisible();
}

/** What this device keeps of a session, by its key. */
const sessionOf = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('token:')) ?? []);
/** Logs in as another tab would: no form, and no limit of logins. */
const takeUpElsewhere = (page: Page, [key = '', token = '']: string[]) =>
  page.evaluate(
    ([key, token]) => {
      localStorage.setItem(key, token);
      dispatchEvent(new StorageEvent('storage', { key }));
    },
    [key, token] as const,
  );

for (const [name, row] of Object.entries(SCREENS))
  test(`${name}: whatever befalls its request is told, and it can be made again`, async ({
    page,
    request,
  }) => {
    await logIn(page, row.leavesSomething ? await newAccount(request) : ana);
    await holdClock(page);
    const address = typeof row.at === 'string' ? `/${BRAND}/${row.at}` : await row.at(page);
    for (const [what, fault] of Object.entries(FAULTS)) {
      if (row.statusOnly && what === 'returns an unreadable body') continue;
      await test.step(`a request that ${what}`, () => isTold(page, row, address, fault));
    }
    await test.step('a request as the network goes, then the session', () => outlasts(page, row, address));
  });

test('an account whose deletion fails is still there, and can be deleted', async ({ page, request }) => {
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
    says: 'Erro ao tentar excluir sua conta. Tente novamente mais tarde.',
    shows: () => page.getByText('Sua conta foi excluída.'),
    keeps: [field, 'EXCLUIR'],
  };
  await logIn(page, await newAccount(request));
  await holdClock(page);
  await outlasts(page, deletion, `/${BRAND}/accountDeletion`);
  await fills();
  for (const fault of [FAULTS['is cut off'], FAULTS['fails with 500']]) {
    await fault?.befall(page, deletion.requests);
    await sends();
    const failure = page.getByRole('dialog', { name: String(deletion.says) });
    await failure.getByRole('button', { name: 'Entendi' }).click();
    await page.unroute(deletion.requests);
  }
  await sends();
  await expect(deletion.shows(page)).toBeVisible();
});
