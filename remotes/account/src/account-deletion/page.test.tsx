import { expect, test } from '@rstest/core';
import { expiredAtom, sessionAtom, slotHostAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import remote from '../remote.ts';

const profile = '/marca/userProfile';
const charging = 'Recarga em andamento! Aguarde o término da recarga para realizar a exclusão da sua conta.';
function show(responses: MockResponses = {}) {
  return renderScreen(remote, {
    at: '/marca/accountDeletion',
    cameFrom: profile,
    loggedIn: true,
    responses: {
      'GET /userprofile': { id: 7 },
      'GET /wallet/Balance': { uwalBalance: 42.5 },
      'GET /UserActiveTransactions': [],
      ...responses,
    },
  });
}
const field = () => screen.findByRole('textbox', { name: 'Digite EXCLUIR para confirmar' });
const confirm = () => screen.getByRole('button', { name: 'Quero excluir' });

test('deletes the account only when EXCLUIR is typed exactly, then ends the session', async () => {
  const { user, store, currentPath, requests } = show({ 'DELETE /UserDelete/7': {} });
  const input = await field();
  for (const almost of ['excluir', 'EXCLUI', 'EXCLUIR ']) {
    await user.clear(input);
    await user.type(input, almost);
    expect(confirm()).toBeDisabled();
  }
  await user.type(input, '{Backspace}');
  await user.click(confirm());
  await waitFor(() => expect(store.get(sessionAtom)).toEqual({ status: 'guest' }));
  expect(currentPath()).toBe('/marca/');
  expect(requests).toContain('DELETE /UserDelete/7');
});

test('navigates home, not to the login, if another request is refused before the response', async () => {
  const { user, store, currentPath } = show({
    'DELETE /UserDelete/7': () => {
      // What the shell does if the server rejects the session.
      store.set(expiredAtom, true);
      store.set(sessionAtom, { status: 'guest' });
      return {};
    },
  });
  await user.type(await field(), 'EXCLUIR');
  await user.click(confirm());
  await waitFor(() => expect(currentPath()).toBe('/marca/'));
  expect(store.get(expiredAtom)).toBe(false);
});

test('sends one request when the button is tapped twice', async () => {
  const { user, store, requests } = show({ 'DELETE /UserDelete/7': {} });
  await user.type(await field(), 'EXCLUIR');
  act(() => {
    confirm().click();
    confirm().click();
  });
  await waitFor(() => expect(store.get(sessionAtom)).toEqual({ status: 'guest' }));
  expect(requests.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
});

test('shows the credit that will be lost, to the cent', async () => {
  show();
  await waitFor(() => expect(screen.getByRole('list')).toHaveTextContent('R$ 42,50'));
});

const WARNING = 'Ao excluir sua conta:';

test('shows the warning and the field in one piece with the offer before them', async () => {
  let settle = () => {};
  function Offer({ props }: { props: object }) {
    const [isSettled, setSettled] = useState(false);
    settle = () => {
      setSettled(true);
      if ('onSettled' in props && typeof props.onSettled === 'function') props.onSettled();
    };
    return isSettled && <p>Devolver saldo</p>;
  }
  const { store, requests } = show();
  act(() => store.set(slotHostAtom, { component: () => Offer }));
  await waitFor(() => expect(requests).toContain('GET /UserActiveTransactions'));
  await act(async () => {});
  expect(screen.queryByText(WARNING)).toBeNull();
  act(() => settle());
  const offer = screen.getByText('Devolver saldo');
  expect(offer.compareDocumentPosition(screen.getByText(WARNING))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(await field()).toBeVisible();
});

test('shows the warning without an offer that does not arrive', async () => {
  const { store } = show();
  act(() => store.set(slotHostAtom, { component: () => () => null }));
  expect(await screen.findByText(WARNING)).toBeVisible();
});

test('keeps the button disabled while a recharge is active', async () => {
  const { user } = show({
    'GET /UserActiveTransactions': [{ chargePointId: 'CP', connectorId: 1 }],
  });
  expect(await screen.findByText(charging)).toBeVisible();
  await user.type(await field(), 'EXCLUIR');
  expect(confirm()).toBeDisabled();
});

test('shows the active-recharge message when the server rejects the deletion with 409', async () => {
  const { user } = show({ 'DELETE /UserDelete/7': failure(409) });
  await user.type(await field(), 'EXCLUIR');
  await user.click(confirm());
  expect(await screen.findByText(charging)).toBeVisible();
});

test('allows another try after a 409', async () => {
  const { user, store } = show({
    'DELETE /UserDelete/7': (_: URL, times: number) => (times === 0 ? failure(409)() : {}),
  });
  await user.type(await field(), 'EXCLUIR');
  await user.click(confirm());
  await screen.findByText(charging);
  await user.clear(await field());
  expect(screen.queryByText(charging)).toBeNull();
  await user.type(await field(), 'EXCLUIR');
  await user.click(confirm());
  await waitFor(() => expect(store.get(sessionAtom)).toEqual({ status: 'guest' }));
});

test('shows an error when the deletion fails, and allows another try', async () => {
  const { user, store } = show({ 'DELETE /UserDelete/7': failure(500) });
  await user.type(await field(), 'EXCLUIR');
  await user.click(confirm());
  const dialog = await screen.findByRole('dialog', {
    name: 'Erro ao tentar excluir sua conta. Tente novamente mais tarde.',
  });
  await user.click(within(dialog).getByRole('button', { name: 'Entendi' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(confirm()).toBeEnabled();
  expect(store.get(sessionAtom)).toMatchObject({ status: 'user' });
});

/** Tries to delete the account, then rejects the session as the shell does. */
async function rejectSessionAfter(status: number) {
  const view = show({ 'DELETE /UserDelete/7': failure(status) });
  await view.user.type(await field(), 'EXCLUIR');
  await view.user.click(confirm());
  await screen.findByRole('dialog');
  act(() => view.store.set(expiredAtom, true));
  return view.store.get(toastsAtom);
}

test('tells a user whose session ended after a try without a response that the account may be gone', async () => {
  expect(await rejectSessionAfter(504)).toMatchObject([{ title: 'Sua conta pode já ter sido excluída' }]);
});

test('does not say so after a refusal', async () => {
  expect(await rejectSessionAfter(403)).toEqual([]);
});

test('returns to the profile on cancel', async () => {
  const { user, currentPath } = show();
  await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(currentPath()).toBe(profile);
});
