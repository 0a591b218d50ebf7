import { expect, rs, test } from '@rstest/core';
import { AppConfig, type RunnableRemote } from '@shared/contract';
import { configAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';
import { Component as Cards } from './cards.tsx';
import { Component as RechargeTags } from './recharge-tags.tsx';

const TAGS = 'GET /UserTags';
const noContent = () => new Response(null, { status: 204 });
const card = { tagId: 4, kind: 'card', label: 'Cartão 12', blocked: false };
const car = { tagId: 5, kind: 'car', label: '…1B2C', uvId: 3, blocked: false };
const tags = (list: object[], linkable: object[] = []) => ({ tags: list, linkable });

function show(at: string, responses: MockResponses, given: { brand?: object; remote?: RunnableRemote } = {}) {
  const { brand = { autocharge: true } } = given;
  const screenOptions = { at: `/marca/${at}`, loggedIn: true, brand, responses };
  const view = renderScreen(given.remote ?? remote, screenOptions);
  const toasts = () => view.store.get(toastsAtom).map(({ title }) => title);
  return { ...view, toasts };
}

const partOf = (Component: () => React.ReactNode): RunnableRemote => ({
  name: 'part',
  routes: [{ path: '', lazy: async () => ({ Component }) }],
});

/** Shows the part of the recharge screen during charge 77. */
function showRecharge(responses: MockResponses) {
  const stop = rs.fn();
  const remote = partOf(() => <RechargeTags transactionId="77" siteId="3" stop={stop} />);
  return { ...show('', responses, { remote }), stop };
}

test('links the recognised car of a charge', async () => {
  const { user, bodiesOf, toasts } = showRecharge({
    [TAGS]: (_: URL, times: number) =>
      tags(times === 0 ? [] : [car], times === 0 ? [{ transactionId: 77, uvId: 3 }] : []),
    'POST /UserTags': noContent,
  });
  await user.click(await screen.findByRole('button', { name: 'Ativar' }));
  await waitFor(() => expect(toasts()).toEqual(['Ativado: da próxima vez, basta conectar o plug']));
  expect(bodiesOf('POST /UserTags')).toEqual([{ TransactionID: '77' }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ativar' })).toBeNull());
});

test('says that another account has linked the car', async () => {
  const { user, toasts } = showRecharge({
    [TAGS]: tags([], [{ transactionId: 77, uvId: 3 }]),
    'POST /UserTags': failure(409, { code: 'CAR_TAKEN' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Ativar' }));
  await waitFor(() => expect(toasts()).toEqual(['Este carro já está ativado em outra conta. Nada mudou.']));
});

test.each([
  ['car', car, 'DELETE /UserTags/5', [], 'Parar e desligar'],
  ['card', card, 'PUT /UserTags/4', [{ Blocked: true }], 'Parar e bloquear'],
])(
  'stops a charge that somebody began with the %s, after the user has confirmed it',
  async (_, tag, call, bodies, label) => {
    const { user, stop, requests, bodiesOf } = showRecharge({
      [TAGS]: tags([{ ...tag, transactionId: 77 }]),
      [call]: noContent,
    });
    await user.click(await screen.findByRole('button', { name: 'Não fui eu' }));
    expect(requests).not.toContain(call);
    const dialog = within(await screen.findByRole('dialog', { name: 'Não fui eu' }));
    await user.click(dialog.getByRole('button', { name: label }));
    await waitFor(() => expect(stop).toHaveBeenCalledOnce());
    expect(requests).toContain(call);
    expect(bodiesOf(call).filter(Boolean)).toEqual(bodies);
  },
);

test('stops the charge even if the car could not be switched off, and says so', async () => {
  const { user, stop, toasts } = showRecharge({
    [TAGS]: tags([{ ...car, transactionId: 77 }]),
    'DELETE /UserTags/5': failure(500),
  });
  await user.click(await screen.findByRole('button', { name: 'Não fui eu' }));
  await user.click(await screen.findByRole('button', { name: 'Parar e desligar' }));
  await waitFor(() => expect(stop).toHaveBeenCalledOnce());
  expect(toasts()).toEqual(['Não foi possível salvar. Tente novamente.']);
});

test('blocks a card in the profile, and allows it again', async () => {
  const { user, bodiesOf, toasts } = show(
    '',
    {
      [TAGS]: (_: URL, times: number) => tags([{ ...card, blocked: times === 1 }, car]),
      'PUT /UserTags/4': noContent,
    },
    { remote: partOf(Cards) },
  );
  const card12 = () => screen.findByRole('switch', { name: 'Cartão 12' });
  await user.click(await card12());
  await waitFor(async () => expect(await card12()).not.toBeChecked());
  await user.click(await card12());
  await waitFor(async () => expect(await card12()).toBeChecked());
  expect(toasts()).toEqual(['Cartão liberado']);
  expect(bodiesOf('PUT /UserTags/4')).toEqual([{ Blocked: true }, { Blocked: false }]);
  expect(screen.queryByText('…1B2C')).toBeNull();
});

test('shows the last day on which a card begins charges', async () => {
  const [expiring, endless] = [
    { ...card, validUntil: '2040-01-01T00:00:00' },
    { ...card, tagId: 6, label: 'B' },
  ];
  show('', { [TAGS]: tags([expiring, endless]) }, { remote: partOf(Cards) });
  expect(await screen.findByRole('switch', { name: 'Cartão 12' })).toHaveAccessibleDescription(
    'Válido até 31/12/2039',
  );
  expect(screen.getByRole('switch', { name: 'B' })).toHaveAccessibleDescription('');
  expect(screen.getAllByText(/^Válido até/)).toHaveLength(1);
});

test.each([
  ['without a card', tags([car])],
  ['on a backend without the call', failure(404)],
])('shows no cards in the profile %s', async (_, response) => {
  const { requests } = show('', { [TAGS]: response }, { remote: partOf(Cards) });
  await waitFor(() => expect(requests).toContain(TAGS));
  expect(screen.queryByText('Cartões de recarga')).toBeNull();
});

const vehicle = {
  'GET /UserVehicles/3': { uvId: 3, uvAnuId: 7, uvName: 'Azulzinho', uvLicencePlate: 'ABC1D23' },
};

test('shows on a vehicle that it begins charges by itself, and switches it off', async () => {
  const { user, requests } = show('vehicle-detail/3', {
    ...vehicle,
    [TAGS]: (_: URL, times: number) => tags(times === 0 ? [car] : []),
    'DELETE /UserTags/5': noContent,
  });
  const section = within(await screen.findByRole('region', { name: 'Começar sem celular' }));
  await user.click(section.getByRole('button', { name: 'Desligar' }));
  expect(await screen.findByText(/^Desligado\. Para ligar/)).toBeVisible();
  expect(requests).toContain('DELETE /UserTags/5');
});

test('shows nothing of it in a brand that does not offer it', async () => {
  const { requests } = show('vehicle-detail/3', { ...vehicle, [TAGS]: tags([car]) }, { brand: {} });
  expect(await screen.findByRole('heading', { name: 'Azulzinho' })).toBeVisible();
  expect(screen.queryByText('Começar sem celular')).toBeNull();
  expect(requests.filter((call) => call.includes('UserTags'))).toEqual([]);
});

test('a setting withdraws the offer of Autocharge at its site, but what it has begun can still be stopped', async () => {
  const settings = { 'account.autocharge': false };
  const begun = { ...car, transactionId: 77 };
  const { store, queryClient } = showRecharge({
    [TAGS]: (_: URL, times: number) => tags(times === 0 ? [] : [begun], [{ transactionId: 77, uvId: 3 }]),
  });
  expect(await screen.findByRole('button', { name: 'Ativar' })).toBeVisible();
  act(() => store.set(configAtom, AppConfig.parse({ brands: { marca: { sites: { 3: { settings } } } } })));
  expect(screen.queryByRole('button', { name: 'Ativar' })).toBeNull();
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByRole('button', { name: 'Não fui eu' })).toBeVisible();
});
