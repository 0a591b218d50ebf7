import { beforeEach, expect, test } from '@rstest/core';
import { formatTime } from '@shared/brazil';
import { screen, waitFor } from '@testing-library/react';
import { connector, emitConnectorUpdate, openScreen, STATUS, transaction } from '../charging.testing.ts';

beforeEach(() => localStorage.clear());

const PRICE = { PriceKwh: 2, PriceTimeOverstay: 30, OverstayGracePeriod: 10 };
/** A car that has taken no energy for some minutes. */
const idleFor = (minutes: number, price: object = PRICE) => ({
  ...connector,
  status: 'SuspendedEV',
  transaction: {
    ...transaction,
    startPriceProfilePeriod: price,
    suspendedSince: new Date(Date.now() - minutes * 60_000).toISOString(),
  },
});
const open = (minutes: number, price?: object) =>
  openScreen('recharge/cp/1', { [STATUS]: [idleFor(minutes, price)] });
const noteText = async (text: RegExp) =>
  ((await screen.findByText(text)).closest('p')?.textContent ?? '').replaceAll('\u00a0', ' ');

test('warns before overstay is charged, with the time left', async () => {
  open(4);
  const start = formatTime(Date.now() + 6 * 60_000);
  const note = await noteText(/Seu carro parou de carregar/);
  expect(note).toContain(`A partir das ${start}, a permanência custa R$ 0,50/min.`);
  expect(note).toContain('Desconecte o plug e libere a vaga para não pagar.');
  expect(note).toContain('Faltam 00:06:00');
});

test('shows when overstay started to be charged', async () => {
  open(15, { ...PRICE, OverstayPenalty: 5 });
  const start = formatTime(Date.now() - 5 * 60_000);
  const note = await noteText(/a permanência custa/);
  expect(note).toContain(`Desde as ${start}, a permanência custa R$ 0,50/min e multa de R$ 5,00.`);
  expect(note).not.toContain('Faltam');
});

test('shows nothing while the car takes energy, or if overstay is free', async () => {
  const view = open(4, { PriceKwh: 2 });
  await screen.findByText('Finalizando recarga');
  expect(screen.queryByText(/a permanência custa/)).toBeNull();
  emitConnectorUpdate(view, idleFor(4));
  await screen.findByText(/a permanência custa/);
  const { suspendedSince: _, ...charging } = idleFor(4).transaction;
  emitConnectorUpdate(view, { ...connector, status: 'Charging', transaction: charging });
  await waitFor(() => expect(screen.queryByText(/a permanência custa/)).toBeNull());
});
