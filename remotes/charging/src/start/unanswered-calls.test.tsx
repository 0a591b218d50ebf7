/** A start while the calls for price and vehicles get no response. */
import { beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { act, screen } from '@testing-library/react';
import { openScreen, PRICE, START, VEHICLES } from '../charging.testing.ts';

// Load the lazy routes first: dynamic imports don't resolve under fake timers.
beforeAll(async () => {
  await Promise.all([import('../number/page.tsx'), import('../recharge/page.tsx')]);
});
beforeEach(() => {
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});

/** Advances the fake timers in steps and lets pending requests settle after each. */
async function pass(ms: number) {
  for (let turn = 0; turn < 10; turn++)
    await act(async () => {
      await rs.advanceTimersByTimeAsync(ms / 10);
      await new Promise(setImmediate);
    });
}
const start = () => screen.getByRole('button', { name: 'Iniciar recarga' });

test('starts a charge after a few seconds without a price and vehicles', async () => {
  const respondTo: Record<string, (response: unknown) => void> = {};
  const unanswered = (call: string) => () => new Promise((resolve) => (respondTo[call] = resolve));
  const view = openScreen('qrcode/12345-1', {
    [PRICE]: unanswered(PRICE),
    [VEHICLES]: unanswered(VEHICLES),
  });
  await pass(3_000);
  expect(start()).toBeDisabled();
  expect(screen.getByText('Carregando…')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(4_000);
  expect(screen.getByText('Não foi possível carregar o preço.')).toBeVisible();
  expect(screen.getByText('Não foi possível carregar seus veículos.')).toBeVisible();
  expect(start()).toBeEnabled();

  // A late response is used.
  respondTo[PRICE]?.({ PriceKwh: 2 });
  respondTo[VEHICLES]?.([{ uvId: 1, uvName: 'Azulzinho' }]);
  await pass(100);
  expect(screen.getByText('R$ 2,00/kWh')).toBeVisible();
  expect(screen.getByText('Azulzinho')).toBeVisible();
  await act(async () => start().click());
  await pass(100);
  expect(view.bodiesOf(START)).toMatchObject([{ ChargePointID: '12345-1', uvId: '1' }]);
});

test('shows vehicles and price together, so that the choice does not move', async () => {
  let respond: (price: unknown) => void = () => {};
  openScreen('qrcode/12345-1', { [PRICE]: () => new Promise((resolve) => (respond = resolve)) });
  await pass(1_000);
  expect(screen.getByText('Conector 12345-1')).toBeVisible();
  expect(screen.queryByText('Azulzinho')).toBeNull();
  respond({ PriceKwh: 2 });
  await pass(100);
  expect(screen.getByText('Azulzinho')).toBeVisible();
  expect(screen.getByText('R$ 2,00/kWh')).toBeVisible();
});
