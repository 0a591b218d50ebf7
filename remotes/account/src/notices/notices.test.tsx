import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { AppConfig, type RunnableRemote } from '@shared/contract';
import { configAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';
import { Component as Offer } from './offer.tsx';
import { stubIphone, stubPush, unstubPush } from './push.testing.ts';

const SETTINGS = 'GET /UserNotificationSettings';
const CHANGE = 'PUT /UserNotificationSettings';
const SUBSCRIBE = 'PUT /UserPushSubscription';
const UNSUBSCRIBE = 'DELETE /UserPushSubscription';
const noContent = () => new Response(null, { status: 204 });

beforeEach(() => localStorage.clear());
afterEach(() => unstubPush());

/** Responses of a server that stores the subscription. */
function server({ subscribed = false, muted = [] as string[] } = {}): MockResponses {
  const state = { publicKey: 'BKey', subscribed, muted };
  const setSubscribed = (value: boolean) => () => {
    state.subscribed = value;
    return noContent();
  };
  return {
    'GET /userprofile': { id: 7, name: 'Ana Souza', email: 'ana@a.example' },
    [SETTINGS]: () => ({ ...state }),
    [CHANGE]: noContent,
    [SUBSCRIBE]: setSubscribed(true),
    [UNSUBSCRIBE]: setSubscribed(false),
  };
}
function show(responses: MockResponses, opened: RunnableRemote = remote, at = '/marca/userProfile') {
  const view = renderScreen(opened, { at, loggedIn: true, responses });
  return { ...view, toasts: () => view.store.get(toastsAtom).map(({ title }) => title) };
}
const recharge: RunnableRemote = {
  name: 'charging',
  routes: [{ path: 'recharge', lazy: async () => ({ Component: Offer }) }],
};
const showOffer = (responses: MockResponses) => show(responses, recharge, '/marca/recharge');
const toggle = (name: string) => screen.findByRole('switch', { name });
const ON_THIS_DEVICE = 'Receber avisos neste aparelho';
const offer = () => screen.findByRole('button', { name: 'Ativar avisos' });

test("requests the permission when the button is pressed, then subscribes with the installation's key", async () => {
  const { requestPermission, subscribe, SUBSCRIPTION } = stubPush();
  const { user, bodiesOf, toasts } = showOffer(server());
  const button = await offer();
  expect(requestPermission).not.toHaveBeenCalled();
  await user.click(button);
  await waitFor(() => expect(toasts()).toEqual(['Avisos ativados neste aparelho']));
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  expect(bodiesOf(SUBSCRIBE)).toEqual([SUBSCRIPTION]);
});

test('does not offer notices again on a device where the driver declined them', async () => {
  stubPush();
  const view = showOffer(server());
  await offer();
  await view.user.click(screen.getByRole('button', { name: 'Agora não' }));
  expect(screen.queryByRole('button')).toBeNull();
  view.unmount();
  const { requests } = showOffer(server());
  await waitFor(() => expect(requests).toContain(SETTINGS));
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['are on', { permission: 'granted' as const }, server({ subscribed: true })],
  ['were refused in the browser', { permission: 'denied' as const }, server()],
  ['are not supported by the backend', {}, { [SETTINGS]: failure(405) }],
])('offers nothing when notices %s', async (_, stubbed, responses) => {
  stubPush(stubbed);
  const { requests } = showOffer(responses);
  await waitFor(() => expect(requests).toContain(SETTINGS));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('button')).toBeNull();
});

test('offers nothing in a native wrapper, which has notices of its own', async () => {
  stubPush();
  localStorage.setItem('pushToken', 'of-the-wrapper');
  const { requests } = showOffer(server());
  await waitFor(() => expect(requests).toContain(SETTINGS));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('button')).toBeNull();
});

test('shows that notices are not available in a deployment without a service worker', async () => {
  stubPush();
  const { store } = show(server());
  await toggle(ON_THIS_DEVICE);
  act(() => store.set(configAtom, AppConfig.parse({ offline: false })));
  expect(await screen.findByText(/Este navegador não recebe avisos/)).toBeVisible();
  expect(screen.queryByRole('switch', { name: ON_THIS_DEVICE })).toBeNull();
});

test('explains that iOS needs the app on the home screen', async () => {
  stubIphone();
  showOffer(server());
  expect(await screen.findByText(/Tela de Início/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ativar avisos' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Agora não' })).toBeVisible();
});

test('switches the notices of this device on and off in the profile', async () => {
  const { unsubscribe } = stubPush();
  const { user, requests } = show(server());
  expect(await toggle(ON_THIS_DEVICE)).not.toBeChecked();
  rs.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  await user.click(await toggle(ON_THIS_DEVICE));
  await waitFor(async () => expect(await toggle(ON_THIS_DEVICE)).toBeChecked());
  await user.click(await toggle(ON_THIS_DEVICE));
  await waitFor(async () => expect(await toggle(ON_THIS_DEVICE)).not.toBeChecked());
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(requests.filter((call) => call.includes('/UserPushSubscription'))).toEqual([SUBSCRIBE, UNSUBSCRIBE]);
});

test('explains how to allow notices after the user has refused them', async () => {
  const { subscribe } = stubPush({ response: 'denied' });
  const { user } = show(server());
  await user.click(await toggle(ON_THIS_DEVICE));
  expect(await screen.findByText(/Os avisos estão bloqueados/)).toBeVisible();
  expect(subscribe).not.toHaveBeenCalled();
});

test('shows an error when the push service refuses the subscription', async () => {
  stubPush({ refuses: true });
  const { user, toasts, bodiesOf } = show(server());
  await user.click(await toggle(ON_THIS_DEVICE));
  const message = 'Não foi possível alterar os avisos. Por favor, tente novamente.';
  await waitFor(() => expect(toasts()).toEqual([message]));
  expect(await toggle(ON_THIS_DEVICE)).not.toBeChecked();
  expect(bodiesOf(SUBSCRIBE)).toEqual([]);
});

test('switches each kind of notice, and reverts a change that fails', async () => {
  stubPush();
  const responses = server({ muted: ['creditNearlyUsed'] });
  const { user, bodiesOf, toasts } = show(responses);
  const kinds = within(await screen.findByRole('group', { name: 'Quais avisos você quer receber' }));
  expect(kinds.getAllByRole('switch')).toHaveLength(4);
  expect(kinds.getByRole('switch', { name: 'Créditos quase no fim' })).not.toBeChecked();
  await user.click(kinds.getByRole('switch', { name: 'Recarga finalizada' }));
  await waitFor(() => expect(bodiesOf(CHANGE)).toEqual([{ kind: 'chargeEnded', on: false }]));
  expect(kinds.getByRole('switch', { name: 'Recarga finalizada' })).not.toBeChecked();
  responses[CHANGE] = failure(500);
  await user.click(kinds.getByRole('switch', { name: 'Créditos quase no fim' }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(kinds.getByRole('switch', { name: 'Créditos quase no fim' })).not.toBeChecked();
});

test('shows no notice settings when the backend does not support them', async () => {
  stubPush();
  const { requests } = show({ ...server(), [SETTINGS]: failure(404) });
  await screen.findByRole('button', { name: 'Sair' });
  await waitFor(() => expect(requests).toContain(SETTINGS));
  expect(screen.queryByRole('switch')).toBeNull();
});

test('ends the subscription of the device at logout', async () => {
  const { unsubscribe } = stubPush({ permission: 'granted' });
  const { user } = show(server());
  await user.click(await toggle(ON_THIS_DEVICE));
  await waitFor(async () => expect(await toggle(ON_THIS_DEVICE)).toBeChecked());
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sair' }));
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledTimes(1));
});
