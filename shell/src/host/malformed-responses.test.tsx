import { afterEach, beforeEach, rs } from '@rstest/core';
import { PRODUCT, type RunnableRemote } from '@shared/contract';
import { sessionAtom } from '@shared/state';
import { type MockResponses, mockCalls, testMalformedResponses } from '@shared/testing';
import { act, render, screen } from '@testing-library/react';
import { FakeSocket } from '../connection/live/fake-socket.testing.ts';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { showScreen } from '../routing/show-screen.testing.tsx';
import { App } from './app.tsx';
import { createHost, open } from './boot.tsx';
import type { Host } from './host.ts';

let host: Host | undefined;
beforeEach(() => {
  rs.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  host?.leave?.();
  rs.unstubAllGlobals();
});

const home: RunnableRemote = {
  name: 'home',
  routes: [{ path: '', lazy: async () => ({ Component: () => <h1>Início</h1> }) }],
};

/** Opens the shell as for a logged-in user who visits the brand for the first time. */
async function openShell(responses: MockResponses) {
  host?.leave?.();
  mockCalls({ ...responses, 'GET /config.json': { apiUrl: 'http://localhost/v1/api' } });
  localStorage.setItem('token:faisca', 'token');
  history.replaceState(null, '', `/${PRODUCT.slug}/`);
  const source = bundledSource([home], () => {});
  const started = createHost({ source, hasHeader: true, basename: '' });
  host = started;
  render(<App host={started} onRetry={() => {}} />);
  await open(started);
  return { queryClient: started.cache, currentPath: () => location.pathname };
}

const shell = { open: openShell, shows: /Início/, fails: /Não foi possivel obter os dados do aplicativo/ };
testMalformedResponses('brand', 'the shell', shell);
testMalformedResponses('file', 'the shell', shell);
testMalformedResponses('userProfile', 'the shell', shell);
testMalformedResponses('balance', 'the shell', shell);
testMalformedResponses('liveTicket', 'the shell', shell);

testMalformedResponses('login', 'the outcome of a login', {
  async open(responses) {
    const view = showScreen('login', responses);
    await view.user.type(await screen.findByLabelText('E-mail'), 'ana@a.example');
    await view.user.type(screen.getByLabelText('Senha'), 'recarga123{Enter}');
    return { ...view, currentPath: () => view.store.get(sessionAtom).status };
  },
  shows: /user/,
  fails: /Falha no servidor/,
});
const register = async (view: ReturnType<typeof showScreen>) => {
  await view.user.type(await screen.findByLabelText('Nome completo'), 'Ana Souza');
  await view.user.type(screen.getByLabelText('E-mail'), 'ana@a.example');
  await view.user.type(screen.getByLabelText('Senha'), 'recarga123');
  await view.user.type(screen.getByLabelText('Confirme sua senha'), 'recarga123{Enter}');
};
testMalformedResponses('register', 'the outcome of a registration', {
  async open(responses) {
    const view = showScreen('register', responses);
    await register(view);
    return view;
  },
  shows: /Conta criada com sucesso/,
  fails: /Falha no servidor/,
});
testMalformedResponses('createGuestAccount', "the account of a guest's charge", {
  async open(responses) {
    const view = showScreen('register', responses);
    act(() => view.store.set(sessionAtom, { status: 'guest', token: 'guest' }));
    await register(view);
    return { ...view, currentPath: () => view.store.get(sessionAtom).status };
  },
  shows: /user/,
  fails: /Falha no servidor/,
});
