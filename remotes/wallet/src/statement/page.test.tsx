import { expect, rs, test } from '@rstest/core';
import { sessionAtom } from '@shared/state';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const history = (days: number) => `GET /wallet/History/${days}`;
const charge = {
  uwhId: 1,
  uwhAmmount: 46.56,
  uwhUwttId: 1,
  orderItemDesc: 'Recarga',
  startTime: '2026-01-05T13:00:00Z',
  stopTime: '2026-01-05T14:12:00Z',
  uwhTimestamp: '2026-01-05T14:12:00Z',
  transactionId: 812,
};
const topUp = {
  uwhId: 2,
  uwhAmmount: 100,
  uwhUwttId: 2,
  orderItemDesc: 'Pix',
  uwhTimestamp: '2026-01-06T14:00:00Z',
  uwhOrderId: 5,
};

const statement = (responses: Record<string, unknown>, query = '') =>
  renderScreen(remote, { at: `/marca/extract${query}`, loggedIn: true, responses });

test('shows a charge as a debit and a top-up as a credit, with links to their receipts', async () => {
  statement({ [history(30)]: [charge, topUp] });
  const debit = await screen.findByRole('link', { name: /Recarga/ });
  expect(debit).toHaveAttribute('href', '/marca/extract/recharge/812');
  expect(debit).toHaveTextContent(/− R\$\s46,56/);
  expect(debit).toHaveTextContent(/1\sh\s12\smin/);
  expect(screen.getByRole('link', { name: /Adicionou/ })).toHaveAttribute('href', '/marca/extract/credit/5');
  expect(screen.getByText(/^\+ R\$\s100,00$/)).toBeVisible();
});

test('shows an entry without a direction by what is known of it, with no sign', async () => {
  statement({ [history(30)]: [{ ...charge, uwhUwttId: null }, topUp] });
  const row = await screen.findByRole('link', { name: /Transação/ });
  expect(row).toHaveAttribute('href', '/marca/extract/recharge/812');
  expect(row).toHaveTextContent('Recarga');
  expect(within(row).getByText(/^R\$\s46,56$/)).toBeVisible();
});

test('shows a refund as a credit of its own that opens the receipt of its charge', async () => {
  const refund = {
    ...topUp,
    uwhId: 'refund-1',
    uwhAmmount: 12.5,
    orderItemDesc: 'Reembolso',
    transactionId: 812,
  };
  statement({ [history(30)]: [charge, refund] });
  const row = await screen.findByRole('link', { name: /Reembolso/ });
  expect(row).toHaveAttribute('href', '/marca/extract/recharge/812');
  expect(row).toHaveTextContent(/\+ R\$\s12,50/);
  expect(screen.queryByText('Adicionou')).not.toBeInTheDocument();
});

test('shows a reversed top-up as canceled, and the reversal as a debit that opens its receipt', async () => {
  const canceled = { ...topUp, orderState: 'canceled' };
  const taken = {
    ...topUp,
    orderState: 'paid',
    uwhId: 'dispute-5',
    uwhUwttId: 1,
    orderItemDesc: 'Pagamento estornado',
  };
  statement({ [history(30)]: [canceled, taken] });
  const row = await screen.findByRole('link', { name: /Pagamento estornado/ });
  expect(row).toHaveAttribute('href', '/marca/extract/credit/5');
  expect(row).toHaveTextContent(/− R\$\s100,00/);
  expect(screen.getByRole('link', { name: /Adicionou/ })).toHaveTextContent('Cancelado');
});

test.each([
  ['unauthorized', 'Não autorizado'],
  ['error', 'Falha'],
])('shows that a top-up in the state %s added nothing', async (orderState, words) => {
  statement({ [history(30)]: [{ ...topUp, orderState }] });
  const row = await screen.findByRole('link', { name: /Adicionou/ });
  expect(row).toHaveTextContent(words);
  expect(row).not.toHaveTextContent('+');
});

test.each([
  ['captured', 'A caminho'],
  ['paid', 'Concluída'],
  ['canceled', 'Cancelado'],
])(
  'shows credit that goes back, in the state %s, as a debit that opens the receipt of its top-up',
  async (orderState, words) => {
    const payback = {
      ...topUp,
      uwhId: 'payback-1',
      uwhUwttId: 1,
      orderItemDesc: 'Devolução de saldo',
      orderState,
    };
    statement({ [history(30)]: [payback] });
    const row = await screen.findByRole('link', { name: /Devolução de saldo/ });
    expect(row).toHaveAttribute('href', '/marca/extract/credit/5');
    expect(row).toHaveTextContent(/− R\$\s100,00/);
    expect(row).toHaveTextContent(words);
  },
);

test('shows credit that could not go back as a credit of its own', async () => {
  const again = {
    ...topUp,
    uwhId: 'payback-1-rejected',
    orderItemDesc: 'Devolução recusada',
    orderState: 'paid',
  };
  statement({ [history(30)]: [again] });
  expect(await screen.findByRole('link', { name: /Devolução recusada/ })).toHaveTextContent(/\+ R\$\s100,00/);
});

test('lists the newest day first', async () => {
  statement({ [history(30)]: [charge, topUp] });
  await screen.findByText('Adicionou');
  const days = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(days).toEqual(['06/01/2026', '05/01/2026']);
});

test("names today and yesterday by the server's clock when the device's is wrong", async () => {
  const DAY = 86_400_000;
  const serverNow = Date.now() + 3 * DAY;
  const entry = (uwhId: number, time: number) => ({
    ...topUp,
    uwhId,
    uwhTimestamp: new Date(time).toISOString(),
  });
  const entries = [entry(1, serverNow), entry(2, serverNow - DAY)];
  const respondAt = (time: number) => () =>
    Response.json(entries, { headers: { date: new Date(time).toUTCString() } });
  const { user } = statement({ [history(30)]: respondAt(serverNow), [history(60)]: respondAt(Date.now()) });
  expect(await screen.findByRole('heading', { name: 'Hoje' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Ontem' })).toBeVisible();
  // The clocks agree again: both entries are in the future.
  await user.click(screen.getByRole('radio', { name: '60 dias' }));
  await screen.findAllByText('Adicionou');
  expect(screen.queryByRole('heading', { name: /Hoje|Ontem/ })).toBeNull();
});

test('strikes a refunded amount through and labels it', async () => {
  statement({ [history(30)]: [{ ...charge, orderItemRefunded: true }] });
  const row = within(await screen.findByRole('link'));
  expect(row.getByText('Recarga').tagName).toBe('S');
  expect(row.getByText(/46,56/).tagName).toBe('S');
  expect(row.getByText(/Estornado/)).toBeVisible();
});

test.each([
  ['a card that is pending', 'visa 4242', 'pending', 'Em processamento'],
  ['a card that is captured', 'visa 4242', 'captured', 'Em processamento'],
  ['a Pix that is processing', 'Pix', 'captured', 'Em processamento'],
  ['a Pix that is unpaid', 'Pix', 'pending', 'Aguardando pagamento'],
])('shows the status of credit by %s', async (_, orderItemDesc, orderState, words) => {
  statement({ [history(30)]: [{ ...topUp, orderItemDesc, orderState }] });
  expect(await screen.findByText(new RegExp(`· ${words}$`))).toBeVisible();
});

test('isolates a right-to-left description from the time beside it', async () => {
  statement({ [history(30)]: [{ ...topUp, orderItemDesc: 'شحن' }] });
  expect(await screen.findByText(/ · \u2068شحن\u2069/)).toBeVisible();
});

test('loads the chosen range, announces its entries and keeps it in the URL', async () => {
  const { user, currentPath } = statement({ [history(30)]: [], [history(90)]: [charge] });
  expect(await screen.findByText('Não há transações')).toBeVisible();
  expect(screen.getByRole('radio', { name: '30 dias' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: '90 dias' }));
  expect(await screen.findByRole('link', { name: /Recarga/ })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('1 transação em 90 dias');
  expect(currentPath()).toBe('/marca/extract?dias=90');
});

test('falls back to the default for a range that is not offered', async () => {
  const { requests } = statement({ [history(30)]: [] }, '?dias=365');
  await screen.findByText('Não há transações');
  expect(requests).toEqual([history(30)]);
});

test('shows an error and retries', async () => {
  const { user } = statement({
    [history(30)]: (_: URL, times: number) => (times === 0 ? failure(500)() : [topUp]),
  });
  expect(await screen.findByText('Falha ao carregar transações. Por favor, tente novamente')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Adicionou')).toBeVisible();
});

test('renders the first entries of a long statement, and more when the user scrolls near their end', async () => {
  const scrollToEnd: (() => void)[] = [];
  rs.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        const entry = { isIntersecting: true } as IntersectionObserverEntry;
        scrollToEnd.push(() => callback([entry], this as unknown as IntersectionObserver));
      }
      observe() {}
      disconnect() {}
    },
  );
  const charges = Array.from({ length: 100 }, (_, index) => {
    const uwhTimestamp = new Date(Date.UTC(2026, 0, 5) - index * 86_400_000).toISOString();
    return { ...charge, uwhId: index, transactionId: index, uwhTimestamp };
  });
  statement({ [history(30)]: charges });
  await screen.findByText('05/01/2026');
  expect(screen.getAllByRole('link')).toHaveLength(40);
  act(() => scrollToEnd.at(-1)?.());
  expect(screen.getAllByRole('link')).toHaveLength(80);
  act(() => scrollToEnd.at(-1)?.());
  expect(screen.getAllByRole('link')).toHaveLength(100);
  rs.unstubAllGlobals();
});

test('leads a guest, who has one charge and no statement, to that charge', async () => {
  const { currentPath, store } = statement({});
  act(() => store.set(sessionAtom, { status: 'guest', token: 'a'.repeat(43) }));
  await waitFor(() => expect(currentPath()).toBe('/marca/guest'));
});
