import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { queries } from '@shared/client';
import { Transaction } from '@shared/contract';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, within } from '@testing-library/react';
import remote from '../remote.ts';

const CALL = 'GET /UserTransactions/812';
const charge = {
  transactionId: 812,
  connectorId: 1,
  meterStop: 23450,
  startTime: '2026-11-21T13:03:00Z',
  stopTime: '2026-11-21T14:15:00Z',
  chargeTime: 4320,
  amount: 46.56,
  chargerSite: { csId: 1, csName: 'Oficina Central' },
  chargePoint: {
    cpCode: '10001',
    cpCm: { cmMaxPower: 22, connectors: [{ connectorId: 1, cctName: 'type2' }] },
  },
  uvName: 'Dolphin da Ana',
  order: {
    orderId: 9,
    orderItems: [
      { orderItemDesc: 'Energia', orderItemCount: 23.45, orderItemPrice: 1.9, orderItemAmount: 44.56 },
      { orderItemDesc: 'Taxa de início', orderItemCount: 1, orderItemAmount: 2 },
      {
        orderItemDesc: 'Permanência',
        orderItemCount: 12,
        orderItemPrice: 0.5,
        orderItemAmount: 6,
        orderItemRefunded: true,
      },
    ],
  },
};
const open = { ...charge, amount: undefined, order: undefined };

const receipt = (response: unknown) =>
  renderScreen(remote, {
    at: '/marca/extract/recharge/812',
    loggedIn: true,
    responses: { [CALL]: response },
  });

beforeEach(() => {
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  rs.useRealTimers();
});
const TURNS = 10;
/** Advances the fake timers in steps and lets pending requests and imports settle after each. */
async function pass(ms: number) {
  for (let turn = 0; turn < TURNS; turn++) {
    await act(async () => {
      await rs.advanceTimersByTimeAsync(ms / TURNS);
      await new Promise(setImmediate);
    });
  }
}

test('shows the charge and every line of its bill', async () => {
  receipt(charge);
  await pass(30);
  expect(screen.getByRole('heading', { name: 'Transação' })).toBeVisible();
  for (const words of [
    'Oficina Central',
    /10001-1 · Tipo 2 · 22\skW/,
    'Dolphin da Ana',
    /1\sh\s12\smin/,
    /23,5\skWh/,
  ])
    expect(screen.getByText(words)).toBeVisible();
  expect(screen.getAllByText(/^21\/11\/2026 - \d\d:\d\d$/)).toHaveLength(2);
  const rows = within(screen.getByRole('table', { name: 'Valores' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Energia23,45 × R$ 1,90R$ 44,56',
    'Taxa de inícioR$ 2,00',
    'Permanência12 × R$ 0,50 · EstornadoR$ 6,00',
    'TotalR$ 46,56',
  ]);
  expect(screen.getByText('Permanência').tagName).toBe('S');
  expect(screen.getByText('Este recibo não é um documento fiscal.')).toBeVisible();
});

test('shows the known facts after a stop, and polls until the bill arrives, which it announces', async () => {
  const { queryClient, requests } = receipt(
    (_: URL, times: number) => [failure(404)(), open, charge][Math.min(times, 2)],
  );
  const stopped = {
    transactionId: 812,
    chargePointId: 'CP1',
    connectorId: 1,
    meterTotal: 23.4,
    uv: { uvName: 'Dolphin da Ana' },
  };
  const { queryKey } = queries.endedCharges();
  act(() => void queryClient.setQueryData(queryKey, { 812: Transaction.parse(stopped) }));
  await pass(30);
  expect(screen.getByText('Fechando a conta…')).toBeVisible();
  expect(screen.getByText(/23,4\skWh/)).toBeVisible();
  await pass(2010);
  const announced = screen.getByRole('status');
  expect(announced).toHaveTextContent('Fechando a conta…');
  expect(screen.getByText('Oficina Central')).toBeVisible();
  await pass(2010);
  expect(screen.getAllByText(/46,56/)).toHaveLength(2);
  expect(announced).toHaveTextContent(/46,56/);
  await pass(60_000);
  expect(requests).toHaveLength(3);
});

test('shows the bill that a late fault corrects, and polls for it only at first', async () => {
  const stopTime = new Date().toISOString();
  const unexplained = { ...charge, stopTime, stopReason: undefined };
  const corrected = { ...unexplained, order: undefined, amount: 0, stopReason: 'fault' };
  const { requests } = receipt((_: URL, times: number) => (times === 0 ? unexplained : corrected));
  await pass(30);
  expect(screen.getAllByText(/46,56/)).toHaveLength(2);
  await pass(5010);
  expect(screen.queryByText(/46,56/)).not.toBeInTheDocument();
  expect(screen.getAllByText(/R\$\s0,00/)).not.toHaveLength(0);
  await pass(60_000);
  expect(requests).toHaveLength(2);
});

test('stops polling for a bill that does not arrive', async () => {
  const { requests } = receipt(open);
  await pass(45_000);
  expect(screen.getByText('O valor ainda não chegou')).toBeVisible();
  const times = requests.length;
  expect(times).toBeLessThanOrEqual(16);
  await pass(60_000);
  expect(requests).toHaveLength(times);
});

test('shows that a charge is still running', async () => {
  receipt({ ...open, stopTime: undefined });
  await pass(30);
  expect(screen.getByText('Recarga em andamento')).toBeVisible();
});

test('shows an error when the receipt fails to load and retries', async () => {
  receipt((_: URL, times: number) => (times === 0 ? failure(404)() : charge));
  await pass(30);
  expect(screen.getByText('Falha ao carregar Recarga. Por favor, tente novamente')).toBeVisible();
  await act(async () => screen.getByRole('button', { name: 'Tentar novamente' }).click());
  await pass(30);
  expect(screen.getByText('Recarga finalizada')).toBeVisible();
});

test('links to the home screen', async () => {
  receipt(charge);
  await pass(30);
  expect(screen.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/marca/');
});

test('lists the time that was not billed, by cause', async () => {
  const excludedTimes = [
    { cause: 'fault', seconds: 725 },
    { cause: 'offline', seconds: 40 },
    { cause: 'of a newer backend', seconds: 3600 },
  ];
  receipt({ ...charge, excludedTimes });
  await pass(30);
  for (const [label, value] of [
    ['Tempo não cobrado: falha', '12 min'],
    ['Tempo não cobrado: sem conexão', '40 s'],
    ['Tempo não cobrado', '1 h 00 min'],
  ])
    expect(screen.getByText(String(label)).nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')).toBe(
      value,
    );
});

test('shows why the charge ended, but omits an unknown reason', async () => {
  const { unmount } = receipt({ ...charge, stopReason: 'credit' });
  await pass(30);
  expect(screen.getByText('Motivo').nextElementSibling).toHaveTextContent('Créditos esgotados');
  unmount();
  receipt({ ...charge, stopReason: 'of a newer backend' });
  await pass(30);
  expect(screen.getByText('Oficina Central')).toBeVisible();
  expect(screen.queryByText('Motivo')).not.toBeInTheDocument();
});
