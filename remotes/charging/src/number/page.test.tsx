import { beforeEach, expect, test } from '@rstest/core';
import { rememberLink } from '@shared/client/opened-link';
import { failure } from '@shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CONNECTORS, connector, openScreen, STATUS, transaction } from '../charging.testing.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const field = () => screen.findByRole('textbox', { name: 'Número do carregador' });
const next = () => screen.getByRole('button', { name: 'Continuar' });

test('inserts the dash into the number and enables the look-up only for a complete number', async () => {
  openScreen('qrcode');
  await userEvent.type(await field(), '1234');
  expect(next()).toBeDisabled();
  await userEvent.type(await field(), '51');
  expect(await field()).toHaveValue('12345-1');
  await userEvent.click(next());
  expect(await screen.findByRole('dialog', { name: 'Confirme a recarga' })).toBeVisible();
});

test('keeps the caret when a digit in the middle is replaced', async () => {
  openScreen('qrcode');
  await userEvent.type(await field(), '129451');
  await userEvent.type(await field(), '{Backspace}3', { initialSelectionStart: 3, initialSelectionEnd: 3 });
  expect(await field()).toHaveValue('12345-1');
});

test('takes the number from a pasted sticker address', async () => {
  openScreen('qrcode');
  await userEvent.click(await field());
  await userEvent.paste('http://localhost:4811/ch/12345-1');
  expect(await field()).toHaveValue('12345-1');
});

test('explains a missing camera and keeps the number field available', async () => {
  openScreen('qrcode');
  expect(await screen.findByText(/Digite o número|digite o número/)).toBeVisible();
  expect(await field()).toBeVisible();
});

test.each([
  ['is unknown', { chargerId: 'Not Found' }],
  ['cannot be looked up', failure(500)],
])('explains a number that %s, keeps it in the field and returns there', async (_, response) => {
  const view = openScreen('qrcode', { 'GET /GetChargerId/54321-0': response });
  await userEvent.type(await field(), '543210');
  await userEvent.click(next());
  const dialog = await screen.findByRole('dialog', { name: 'O número parece incorreto' });
  expect(dialog).toHaveTextContent('Digite outra vez ou confira sua conexão de internet.');
  view.respond('GET /GetChargerId/54321-0', { chargerId: '54321-0' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Voltar' }));
  expect(await field()).toHaveValue('54321-0');
  expect(await field()).toHaveFocus();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

const UNKNOWN = { 'GET /GetChargerId/54321-0': { chargerId: 'Not Found' } };
const OPERATORS = {
  'GET /Applications/aurora': { appId: 2, appDisplayName: 'Aurora Recargas' },
  // Servers accept any case.
  'GET /Applications/BRAND': { appId: 1, appDisplayName: 'Brand' },
};

test.each([
  ['/aurora/ch/54321-0', /de outra operadora: Aurora Recargas\./, '?next=%2Faurora%2Fqrcode%2F54321-0'],
  [
    '/aurora/qrcode/54321-0?a=1',
    /de outra operadora: Aurora Recargas\./,
    '?next=%2Faurora%2Fqrcode%2F54321-0',
  ],
  ['/aurora/ch/12345-1', /também pode ser de outra operadora/, ''],
  [
    '/aurora/ch/54321-0.%E2%80%8B',
    /de outra operadora: Aurora Recargas\./,
    '?next=%2Faurora%2Fqrcode%2F54321-0',
  ],
  ['/brand/ch/54321-0', /também pode ser de outra operadora/, ''],
  ['/Aurora/CH/54321-0', /de outra operadora: Aurora Recargas\./, '?next=%2Faurora%2Fqrcode%2F54321-0'],
  ['/BRAND/ch/54321-0', /também pode ser de outra operadora/, ''],
  ['/nobody/ch/54321-0', /também pode ser de outra operadora/, ''],
])('says whose sticker %s is when its number is unknown, and offers to switch', async (link, text, query) => {
  rememberLink(link);
  openScreen('qrcode/54321-0', { ...UNKNOWN, ...OPERATORS });
  const dialog = await screen.findByRole('dialog', { name: 'O número parece incorreto' });
  await waitFor(() => expect(dialog).toHaveTextContent(text));
  const offer = within(dialog).getByRole('link', { name: 'Trocar de operadora' });
  expect(offer).toHaveAttribute('href', `/brand/switchBrand${query}`);
});

test('does not blame another operator for a failed look-up', async () => {
  openScreen('qrcode/54321-0', { 'GET /GetChargerId/54321-0': failure(500) });
  const dialog = await screen.findByRole('dialog', { name: 'O número parece incorreto' });
  expect(dialog).not.toHaveTextContent('operadora');
});

test('retries a failed look-up in place', async () => {
  const view = openScreen('qrcode/12345-1', { [CONNECTORS]: failure(500) });
  await screen.findByRole('dialog', { name: 'O número parece incorreto' });
  view.respond(CONNECTORS, [connector]);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('dialog', { name: 'Confirme a recarga' })).toBeVisible();
});

test('looks up the number of a printed URL at once and keeps it in the field on close', async () => {
  const view = openScreen('ch/12345-1');
  expect(await screen.findByRole('dialog', { name: 'Confirme a recarga' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(view.currentPath()).toBe('/brand/qrcode'));
  expect(await field()).toHaveValue('12345-1');
});

test('opens the recharge screen for a charger that the user is already charging at', async () => {
  const charging = [{ ...connector, status: 'Charging', transaction }];
  const view = openScreen('qrcode/12345-1', { [CONNECTORS]: charging, [STATUS]: charging });
  expect(await screen.findByRole('heading', { name: 'Recarga' })).toBeVisible();
  expect(view.currentPath()).toBe('/brand/recharge/cp/1');
});

test.each(['Voltar', 'Fechar'])('returns with "%s" to the previous screen', async (name) => {
  const view = openScreen('qrcode/12345-1', {}, { cameFrom: '/brand/charger/3?dist=120' });
  const dialog = await screen.findByRole('dialog', { name: 'Confirme a recarga' });
  await userEvent.click(await within(dialog).findByRole('button', { name }));
  await waitFor(() => expect(view.currentPath()).toBe('/brand/charger/3?dist=120'));
});
