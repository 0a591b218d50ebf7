import { expect, test } from '@rstest/core';
import type { RunnableRemote } from '@shared/contract';
import { renderScreen } from '@shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Component as Picker } from './picker.tsx';

function Start() {
  const [selected, select] = useState<string>();
  return <Picker siteId="7" selected={selected} onSelect={select} />;
}
const start: RunnableRemote = {
  name: 'start',
  routes: [{ path: 'qrcode', lazy: async () => ({ Component: Start }) }],
};
const items = [
  { udcId: 1, dcCode: 'AQUI', dcType: 'DiscountCoupon', dcParameter: 10, available: true },
  { udcId: 2, dcCode: 'LONGE', dcType: 'DiscountCoupon', dcParameter: 20, available: false },
];
const show = () =>
  renderScreen(start, {
    at: '/marca/qrcode',
    loggedIn: true,
    responses: { 'GET /UserDiscountCoupon': { items } },
  });

test('selects an available coupon, shows it and removes it again', async () => {
  const { user, requests } = show();
  await user.click(await screen.findByRole('button', { name: 'Escolher cupom' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cupons' }));
  await user.click(await dialog.findByRole('button', { name: /AQUI/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('AQUI')).toBeVisible();
  expect(requests[0]).toContain('verifySiteId=7');
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  expect(screen.queryByText('AQUI')).toBeNull();
});

test('lists a coupon that is not valid at the site, but does not let the user select it', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Escolher cupom' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cupons' }));
  expect(await dialog.findByText('LONGE')).toBeVisible();
  expect(dialog.getByText('Não vale neste local')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /LONGE/ })).toBeNull();
});
