import { expect, test } from '@rstest/core';
import { Brand } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { failure, RESPONSES } from '@shared/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connector, openScreen, STATUS, transaction } from '../charging.testing.ts';

const UNLOCK = 'POST /UnlockConnectorRequest';
const finishing = {
  ...connector,
  status: 'Finishing',
  transaction: { ...transaction, canUnlock: true },
};

/** Opens the screen of a finished charge, presses the button and returns the reply's dialog. */
async function unlock(response: unknown, name: string) {
  const view = openScreen('recharge/cp/1', { [STATUS]: [finishing], [UNLOCK]: response });
  const record = Brand.parse({
    ...RESPONSES.brand,
    appEmailSupportWhatsappNumber: '(11) 91234-5678',
    appEmailSupportAddress: 'ajuda@marca.example',
  });
  act(() => view.store.set(brandAtom, (brand) => ({ ...brand, record })));
  await userEvent.click(await screen.findByRole('button', { name: 'Destravar cabo' }));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name })) };
}

test('shows that the charger unlocked the cable, without offering help', async () => {
  const { dialog, requests } = await unlock({ status: 'Unlocked', info: '' }, 'Cabo destravado');
  expect(requests).toContain(UNLOCK);
  expect(dialog.queryByRole('link')).not.toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Tentar novamente' })).not.toBeInTheDocument();
});

test.each([
  ['UnlockFailed', 'O cabo não destravou', true],
  ['NotSupported', 'Não é possível destravar pelo aplicativo', false],
  ['TimedOut', 'O carregador não respondeu', true],
  ['of a newer backend', 'O carregador não respondeu', true],
])("shows the charger's reply %s, with help that names the charger", async (status, title, repeatable) => {
  const { dialog } = await unlock({ status, info: '' }, title);
  const urls = dialog.getAllByRole('link').map((link) => new URL(link.getAttribute('href') ?? ''));
  const message = 'Olá! O cabo não destravou no carregador 12345-1.';
  expect(urls.map(({ pathname, searchParams }) => [pathname, ...searchParams.values()])).toEqual([
    ['/5511912345678', message],
    ['ajuda@marca.example', 'Carregador 12345-1', message],
  ]);
  expect(dialog.queryAllByRole('button', { name: 'Tentar novamente' })).toHaveLength(repeatable ? 1 : 0);
});

test('shows that the outcome is unknown when the request fails', async () => {
  const { dialog } = await unlock(failure(500), 'Não foi possível enviar o pedido');
  expect(dialog.getByText(/^Não sabemos se o cabo foi destravado/)).toBeVisible();
});

test('removes the button when the backend does not have the call, and shows none without a stuck cable', async () => {
  const view = openScreen('recharge/cp/1', { [STATUS]: [finishing], [UNLOCK]: failure(404) });
  await userEvent.click(await screen.findByRole('button', { name: 'Destravar cabo' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Destravar cabo' })).not.toBeInTheDocument();
  view.unmount();
  openScreen('recharge/cp/1', { [STATUS]: [{ ...finishing, transaction }] });
  expect(await screen.findByText('Desconecte o plug do seu veículo')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Destravar cabo' })).not.toBeInTheDocument();
});
