/** Coupons that are refused or can't be priced: no charge starts at a price that the driver hasn't seen. */
import { beforeEach, expect, test } from '@rstest/core';
import type { SlotProps } from '@shared/contract';
import { slotHostAtom } from '@shared/state';
import { failure, type MockResponses } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openScreen, START } from '../charging.testing.ts';
import type { coupons } from '../slots.ts';

beforeEach(() => localStorage.clear());

const COUPONS = 'GET /UserDiscountCoupon';
const REFUSED = { status: 'Error', info: 'Cupom expirado' };
const halfPrice = { udcId: '9', dcCode: 'METADE', dcType: 'DiscountCoupon', dcParameter: 50 };

/** Replaces the coupon picker of the account remote. */
const Picker = ({ props }: { props: Partial<SlotProps<typeof coupons>> }) => (
  <button type="button" onClick={() => props.onSelect?.('9')}>
    {props.selected === undefined ? 'sem cupom' : `cupom ${props.selected}`}
  </button>
);

function open(path: string, responses: MockResponses) {
  const view = openScreen(path, { [COUPONS]: { items: [halfPrice] }, ...responses });
  act(() => view.store.set(slotHostAtom, { component: () => Picker }));
  return view;
}

test('returns to the confirmation without the coupon and with the full price', async () => {
  const view = open('qrcode/12345-1', { [START]: REFUSED });
  const dialog = await screen.findByRole('dialog', { name: 'Confirme a recarga' });
  await waitFor(() => expect(dialog).toHaveTextContent('custa cerca de R$ 41,00'));
  await userEvent.click(await within(dialog).findByRole('button', { name: 'sem cupom' }));
  await waitFor(() => expect(dialog).toHaveTextContent(/Com o cupom: uma .*custa cerca de R\$ 20,50/));
  const start = () => within(dialog).getByRole('button', { name: 'Iniciar recarga' });
  await userEvent.click(start());

  const refusal = await screen.findByRole('dialog', { name: 'Erro ao utilizar o cupom' });
  view.respond(START, { status: 'Accepted' });
  await userEvent.click(within(refusal).getByRole('button', { name: 'Tentar novamente' }));
  await waitFor(() => expect(refusal).not.toBeInTheDocument());
  expect(view.bodiesOf(START)).toMatchObject([{ udcId: '9' }]);
  expect(within(dialog).getByRole('button', { name: 'sem cupom' })).toBeVisible();
  expect(dialog).toHaveTextContent('custa cerca de R$ 41,00');
  expect(dialog).not.toHaveTextContent('Com o cupom');

  await userEvent.click(start());
  await waitFor(() => expect(view.bodiesOf(START)).toHaveLength(2));
  expect(view.bodiesOf(START)[1]).not.toHaveProperty('udcId');
});

test.each([{ dcParameter: null }, { dcType: null }, { dcType: 'of a newer backend' }])(
  'says that the estimate is without the coupon if its discount is unknown: %j',
  async (unknown) => {
    open('qrcode/12345-1', { [COUPONS]: { items: [{ ...halfPrice, ...unknown }] } });
    await userEvent.click(await screen.findByRole('button', { name: 'sem cupom' }));
    expect(
      await screen.findByText(/^Sem o cupom: uma recarga de .* custa cerca de R\$\s41,00/),
    ).toBeVisible();
  },
);

test('opens the confirmation instead of repeating a start with a refused coupon', async () => {
  localStorage.setItem('start:cp/1', JSON.stringify({ ChargePointID: '12345-1', udcId: '9' }));
  const view = openScreen('recharge/cp/1', { [START]: REFUSED }, { plugWait: -1 });
  const waitOver = await screen.findByRole('dialog', { name: 'Tempo de espera terminou' });
  await userEvent.click(within(waitOver).getByRole('button', { name: 'Tentar novamente' }));
  const refusal = await screen.findByRole('dialog', { name: 'Erro ao utilizar o cupom' });
  await userEvent.click(within(refusal).getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('dialog', { name: 'Confirme a recarga' })).toBeVisible();
  expect(view.bodiesOf(START)).toHaveLength(1);
});

test('does not send a refused coupon again after a reload', async () => {
  localStorage.setItem('start:cp/1', JSON.stringify({ ChargePointID: '12345-1', udcId: '9' }));
  const view = openScreen('recharge/cp/1', { [START]: REFUSED }, { plugWait: -1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  await screen.findByRole('dialog', { name: 'Erro ao utilizar o cupom' });
  view.unmount();
  const reloaded = openScreen('recharge/cp/1', {}, { plugWait: -1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('dialog', { name: 'Confirme a recarga' })).toBeVisible();
  expect(reloaded.bodiesOf(START)).toEqual([]);
});

test('names a coupon that is refused by an error status', async () => {
  open('qrcode/12345-1', { [START]: failure(422, { code: 'DISCOUNTCOUPON_INVALID' }) });
  const dialog = await screen.findByRole('dialog', { name: 'Confirme a recarga' });
  await waitFor(() => expect(dialog).toHaveTextContent('custa cerca de R$ 41,00'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Iniciar recarga' }));
  const refusal = await screen.findByRole('dialog', { name: 'Erro ao utilizar o cupom' });
  expect(refusal).toHaveTextContent('Cupom inválido');
});
