import { beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, QueryClientProvider } from '@shared/client';
import type { RemoteRoute, RunnableRemote } from '@shared/contract';
import { RemoteScreen } from '@shared/registry';
import { Link, Navigate } from '@shared/router';
import { resetTurns } from '@shared/router/rendering';
import { createMemoryRouter, RouterProvider } from '@shared/router/testing';
import { expiredAtom, sessionAtom } from '@shared/state';
import { type MockResponses, mockCalls } from '@shared/testing';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { useLayoutEffect } from 'react';
import { logoPendingAtom } from '../brand/load-brand.ts';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { registrySource } from '../remotes/loading/registry-source.ts';
import { type RemoteSource, screenTableAtom } from '../remotes/loading/remote-source.ts';
import { fakeEntry } from '../remotes/registry/fake-registry.testing.ts';
import { restoreDocument } from './restore-document.ts';
import { ScreenOutlet } from './router.tsx';
import { originalAttributes, restoreDocumentWith } from './use-restored-document.ts';

const named = (name: string) => async () => ({
  Component: () => (
    <main>
      <h1>{name}</h1>
      <Link to="/brand/charger/7?dist=20">site</Link>
    </main>
  ),
});
/** Access rules of the screens that have one. */
const RULES: Record<string, Partial<RemoteRoute>> = {
  qrcode: { access: 'login' },
  userProfile: { access: 'login' },
  paymentMethods: { access: 'login' },
  extract: { access: 'home' },
  viewers: { unattended: true },
};
const screens = (segments: string[]): RunnableRemote => ({
  name: 'sites',
  routes: segments.map((segment) => ({
    path: { charger: 'charger/:id', viewers: 'viewers/fleet/:id' }[segment] ?? segment,
    ...RULES[segment],
    lazy: named(segment || 'home'),
  })),
});
const published = screens(['', 'charger', 'qrcode', 'extract', 'viewers']);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

interface Shown {
  loggedIn?: boolean;
  hasHeader?: boolean;
  remote?: RunnableRemote;
  responses?: MockResponses;
  /** Renders the remote by default. */
  source?: RemoteSource;
  /** Runs in the first layout effect, before the other effects. */
  onFirstLayout?: (store: ReturnType<typeof createStore>) => void;
}

async function show(at: string, shown: Shown = {}) {
  const { loggedIn = false, hasHeader = true, remote = published, onFirstLayout } = shown;
  const { source = bundledSource([remote], () => {}) } = shown;
  mockCalls({ 'GET /wallet/Balance': { uwalBalance: 1234.5 }, ...shown.responses });
  const store = createStore();
  store.set(logoPendingAtom, false);
  const logIn = () =>
    store.set(sessionAtom, {
      status: 'user',
      token: 'a',
      user: { id: '1', name: 'Ana Braga Luz', email: '' } as never,
    });
  if (loggedIn) logIn();
  source.watchScreenTable((screens) => store.set(screenTableAtom, screens));
  function Page() {
    useLayoutEffect(() => onFirstLayout?.(store), []);
    return <ScreenOutlet source={source} hasHeader={hasHeader} />;
  }
  const element = <Page />;
  const router = createMemoryRouter([{ path: '/:brand/*', element }], { initialEntries: [at] });
  await act(async () =>
    render(
      <Provider store={store}>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Provider>,
    ),
  );
  const currentPath = () => router.state.location.pathname + router.state.location.search;
  return { store, router, currentPath, logIn, user: userEvent.setup() };
}
const heading = (name: string) => screen.findByRole('heading', { name });

test('returns a guest who was sent to login to the requested screen, with its query', async () => {
  const { currentPath, logIn } = await show('/brand/qrcode?from=poster');
  expect(await screen.findByRole('heading', { name: 'Faça seu login' })).toBeInTheDocument();
  expect(currentPath()).toBe('/brand/login');
  await act(async () => logIn());
  expect(await heading('qrcode')).toBeInTheDocument();
  expect(currentPath()).toBe('/brand/qrcode?from=poster');
});

test('returns a guest who was sent to the home from the statement to the statement', async () => {
  const { router, currentPath, logIn } = await show('/brand/extract?days=60');
  await heading('home');
  expect(currentPath()).toBe('/brand/');
  await act(() => router.navigate('/brand/login'));
  await act(async () => logIn());
  expect(await heading('extract')).toBeInTheDocument();
  expect(currentPath()).toBe('/brand/extract?days=60');
});

test('forgets the requested statement when a guest opens other screens before the login', async () => {
  const { router, currentPath, logIn } = await show('/brand/extract');
  await heading('home');
  for (const path of ['charger/7', '', 'login']) await act(() => router.navigate(`/brand/${path}`));
  await act(async () => logIn());
  await heading('home');
  expect(currentPath()).toBe('/brand/');
});

test('returns a guest who registers on the way to login to the requested screen', async () => {
  const { currentPath, logIn, user } = await show('/brand/qrcode?from=poster');
  const follow = async (name: string) => {
    const link = await screen.findByRole('link', { name });
    await act(() => user.click(link));
  };
  await follow('Criar conta');
  await follow('Fazer login');
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeInTheDocument();
  await act(async () => logIn());
  expect(await heading('qrcode')).toBeInTheDocument();
  expect(currentPath()).toBe('/brand/qrcode?from=poster');
});

test('returns a guest who opens the login from a screen to that screen', async () => {
  const { router, currentPath, logIn } = await show('/brand/charger/7?dist=20');
  await heading('charger');
  await act(() => router.navigate('/brand/login'));
  await act(async () => logIn());
  await heading('charger');
  expect(currentPath()).toBe('/brand/charger/7?dist=20');
});

test.each([
  ['the mail of a registration', 'Criar conta', 'POST /userregister', fillRegistration, 'Criar conta'],
  [
    'the mail for a forgotten password',
    'Esqueci minha senha',
    'GET /ResetPassword/ana@a.example',
    fillEmail,
    'Enviar',
  ],
] as const)(
  'returns a guest who opens %s in another tab to the requested screen',
  async (_, link, call, fill, send) => {
    const { user } = await show('/brand/qrcode?from=poster', { responses: { [call]: {} } });
    const toForm = await screen.findByRole('link', { name: link });
    await act(() => user.click(toForm));
    await fill(user);
    const button = screen.getByRole('button', { name: send });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await screen.findByRole('dialog');
    cleanup();

    sessionStorage.clear();
    const tab = await show('/brand/login');
    await act(async () => tab.logIn());
    await heading('qrcode');
    expect(tab.currentPath()).toBe('/brand/qrcode?from=poster');
    cleanup();

    sessionStorage.clear();
    const later = await show('/brand/login');
    await act(async () => later.logIn());
    await heading('home');
    expect(later.currentPath()).toBe('/brand/');
  },
);

type Typing = ReturnType<typeof userEvent.setup>;
async function fillEmail(user: Typing) {
  await user.type(await screen.findByLabelText('E-mail'), 'ana@a.example');
}
async function fillRegistration(user: Typing) {
  await user.type(await screen.findByLabelText('Nome completo'), 'Ana Braga');
  await fillEmail(user);
  await user.type(screen.getByLabelText('Senha'), 'recarga');
  await user.type(screen.getByLabelText('Confirme sua senha'), 'recarga');
}

test('drops a stored path of another origin, and goes to the home after login', async () => {
  sessionStorage.setItem('returnTo', '//evil.example/brand/');
  const { currentPath } = await show('/brand/login', { loggedIn: true });
  await heading('home');
  expect(currentPath()).toBe('/brand/');
});

test('redirects a guest from the statement to the home, and everyone from an unknown path', async () => {
  const guest = await show('/brand/extract');
  expect(guest.currentPath()).toBe('/brand/');
  const user = await show('/brand/nonsense/7', { loggedIn: true });
  expect(user.currentPath()).toBe('/brand/');
});

type Rule = RemoteRoute['access'] | 'absent';
const extractWith = (rule: Rule) =>
  rule === 'absent' ? [] : [RemoteScreen.parse({ segment: 'extract', access: rule })];

/** A source with two registries, the second to be read later. They differ in the extract's rule. */
function changingRule(...rules: [Rule, Rule]) {
  const { live } = fakeEntry({ version: 'v1', segments: [''] });
  const registries = rules.map((rule) => ({
    refused: [],
    remotes: [
      {
        name: 'sites',
        previous: undefined,
        live: { ...live, screens: [...live.screens, ...extractWith(rule)] },
      },
    ],
  }));
  return registrySource({
    report: () => {},
    wait: async () => {},
    preload: () => {},
    count: () => {},
    load: async () => screens(['', 'extract']),
    fetchRegistry: async () => registries.shift() ?? { refused: [], remotes: [] },
  });
}

test.each([
  ['published', 'absent'],
  ['given a login rule', undefined],
] as const)(
  'redirects a guest from a screen that was %s after the page was opened, and back after login',
  async (_, earlierRule) => {
    let now = performance.now();
    const clock = rs.spyOn(performance, 'now').mockImplementation(() => now);
    const { router, currentPath, logIn } = await show('/brand/nonsense', {
      source: changingRule(earlierRule, 'login'),
    });
    expect(currentPath()).toBe('/brand/');
    now += 61_000;
    await act(() => router.navigate('/brand/extract'));
    expect(await heading('Faça seu login')).toBeInTheDocument();
    expect(currentPath()).toBe('/brand/login');
    clock.mockRestore();
    await act(async () => logIn());
    expect(await heading('extract')).toBeInTheDocument();
  },
);

test('redirects an unknown path of a published screen to the home', async () => {
  const { currentPath } = await show('/brand/qrcode/1/2/3', { loggedIn: true });
  await waitFor(() => expect(currentPath()).toBe('/brand/'));
});

test('redirects a rejected session from any screen to login, and back afterwards', async () => {
  const { store, currentPath, logIn } = await show('/brand/charger/7', { loggedIn: true });
  await heading('charger');
  await act(async () => {
    store.set(expiredAtom, true);
    store.set(sessionAtom, { status: 'guest' });
  });
  expect(currentPath()).toBe('/brand/login');
  await act(async () => logIn());
  await heading('charger');
});

test("redirects to login when the session is rejected during the home's first render", async () => {
  const { currentPath } = await show('/brand/', {
    loggedIn: true,
    onFirstLayout(store) {
      store.set(expiredAtom, true);
      store.set(sessionAtom, { status: 'guest' });
    },
  });
  expect(currentPath()).toBe('/brand/login');
});

test("shows a message for a screen that isn't published", async () => {
  const { currentPath } = await show('/brand/coupons', { loggedIn: true });
  expect(await heading('Esta parte ainda não está disponível.')).toBeInTheDocument();
  expect(currentPath()).toBe('/brand/coupons');
  expect(screen.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/brand/');
});

test('shows a separate message for an unknown board', async () => {
  await show('/brand/viewers/nonsense');
  expect(await heading('Este painel não existe.')).toBeInTheDocument();
});

test("moves the focus to the new screen's heading after a navigation", async () => {
  const { user } = await show('/brand/');
  await heading('home');
  expect(document.body).toHaveFocus();
  await act(() => user.click(screen.getByRole('link', { name: 'site' })));
  await heading('charger');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'charger' })).toHaveFocus());
});

test('moves the focus to the link of the screen that the user comes back from', async () => {
  const { user, router } = await show('/brand/');
  await user.click(await screen.findByRole('link', { name: 'site' }));
  await heading('charger');
  await act(() => router.navigate(-1));
  await heading('home');
  await waitFor(() => expect(screen.getByRole('link', { name: 'site' })).toHaveFocus());
});

test('moves the focus from the heading to that link if the list shows it later', async () => {
  const { router } = await show('/brand/');
  await heading('home');
  await act(() => router.navigate('/brand/viewers/fleet/9'));
  await heading('viewers');
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'home' })).toHaveFocus());
  const link = document.createElement('a');
  link.href = '/brand/viewers/fleet/9';
  document.body.append(link);
  await waitFor(() => expect(link).toHaveFocus());
  link.remove();
});

test('moves the focus to the heading when the focused element is removed, and nowhere else', async () => {
  const { user } = await show('/brand/');
  await heading('home');
  const [retry, other] = ['retry', 'other'].map(() =>
    document.body.appendChild(document.createElement('button')),
  );
  retry?.focus();
  other?.remove();
  await act(async () => {});
  expect(retry).toHaveFocus();
  retry?.remove();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'home' })).toHaveFocus());
  await user.click(document.body);
  document.body.appendChild(document.createElement('p')).remove();
  await act(async () => {});
  expect(document.body).toHaveFocus();
});

test("offers the login in a guest's header", async () => {
  await show('/brand/');
  expect(await screen.findByRole('link', { name: 'Faça o login' })).toHaveAttribute('href', '/brand/login');
});

test("shows balance and statement in a user's header, and hides the balance on request", async () => {
  const { user } = await show('/brand/', { loggedIn: true });
  expect(await screen.findByText(/R\$\s1\.234,50/)).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Exibir extrato' })).toHaveAttribute(
    'href',
    '/brand/extract',
  );
  await user.click(screen.getByRole('button', { name: 'Ocultar saldo' }));
  expect(screen.queryByText(/1\.234,50/)).toBeNull();
  expect(screen.getByText('Saldo oculto')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mostrar saldo' }));
  expect(screen.getByText(/1\.234,50/)).toBeInTheDocument();
});

test('links to no unpublished screen, and offers the logout in a menu while there is no profile', async () => {
  const { user, store } = await show('/brand/', { loggedIn: true });
  await user.click(await screen.findByText('Ana B.'));
  expect(screen.queryByRole('link', { name: 'Adicionar' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  expect(store.get(sessionAtom)).toEqual({ status: 'guest' });
});

test('links to profile and top-up once they are published', async () => {
  await show('/brand/', { loggedIn: true, remote: screens(['', 'userProfile', 'paymentMethods']) });
  expect(await screen.findByRole('link', { name: 'Ana B.' })).toHaveAttribute('href', '/brand/userProfile');
  expect(await screen.findByRole('link', { name: 'Adicionar' })).toHaveAttribute(
    'href',
    '/brand/paymentMethods',
  );
  expect(screen.queryByRole('button', { name: 'Sair' })).toBeNull();
});

test('shows no header on other screens and on standalone pages', async () => {
  await show('/brand/charger/7');
  await heading('charger');
  expect(screen.queryByRole('banner')).toBeNull();
  await show('/brand/', { hasHeader: false });
  expect(screen.queryByRole('banner')).toBeNull();
});

test('explains a standalone page without a home, and offers the logout', async () => {
  const { store, user } = await show('/brand/', {
    hasHeader: false,
    loggedIn: true,
    remote: screens(['extract']),
  });
  await heading('Qual tela você quer abrir?');
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  expect(store.get(sessionAtom)).toEqual({ status: 'guest' });
  expect(screen.queryByRole('button')).toBeNull();
});

test("shows the shell's screen although the screen that was left for it threw in its cleanup", async () => {
  const silent = rs.spyOn(console, 'error').mockImplementation(() => {});
  function Left() {
    useLayoutEffect(
      () => () => {
        throw new Error('broken');
      },
      [],
    );
    return <h1>home</h1>;
  }
  const remote: RunnableRemote = {
    name: 'sites',
    routes: [{ path: '', lazy: async () => ({ Component: Left }) }],
  };
  const reports: string[] = [];
  const { router } = await show('/brand/', {
    source: bundledSource([remote], (error, where) => reports.push(`${String(where)}: ${error}`)),
  });
  await heading('home');
  await act(() => router.navigate('/brand/login'));
  expect(await heading('Faça seu login')).toBeInTheDocument();
  expect(reports).toEqual(['leaving a screen: Error: broken']);
  silent.mockRestore();
});

test('puts back what a screen leaves on the document', async () => {
  const { documentElement: html, body } = document;
  html.lang = 'pt-BR';
  html.style.setProperty('--brand', '#123456');
  const viewport = Object.assign(document.createElement('meta'), { name: 'viewport', content: 'width=1' });
  document.head.append(viewport);
  restoreFromNow();
  const wrapper = document.createElement('div');
  const modal = wrapper.appendChild(document.createElement('dialog'));
  const second = Object.assign(document.createElement('meta'), { name: 'viewport', content: 'width=2' });
  function Changing() {
    useLayoutEffect(() => {
      Object.assign(html, { lang: 'en', dir: 'rtl' });
      for (const element of [html, body]) element.style.overflow = 'hidden';
      html.className = 'locked';
      body.className = 'locked';
      body.inert = true;
      body.dataset.scrollLocked = '1';
      document.head.append(second);
      viewport.content = 'user-scalable=no';
      body.append(wrapper);
      modal.showModal();
    }, []);
    return <h1>home</h1>;
  }
  const remote: RunnableRemote = {
    name: 'sites',
    routes: [
      { path: '', lazy: async () => ({ Component: Changing }) },
      { path: 'charger/:id', lazy: named('charger') },
    ],
  };
  const { router } = await show('/brand/', { remote });
  await heading('home');
  expect(html.style.overflow).toBe('hidden');
  await act(() => router.navigate('/brand/charger/7'));
  await heading('charger');
  expect([html.lang, html.dir, html.style.overflow, body.style.overflow]).toEqual(['pt-BR', '', '', '']);
  expect([body.className, body.inert, viewport.content, modal.open]).toEqual(['', false, 'width=1', false]);
  expect([html.className, body.dataset.scrollLocked, second.isConnected]).toEqual(['', undefined, false]);
  expect(html.style.getPropertyValue('--brand')).toBe('#123456');
  viewport.remove();
  wrapper.remove();
});

/** As the page does before its first screen. */
function restoreFromNow() {
  const original = originalAttributes();
  restoreDocumentWith(() => restoreDocument(original));
}

test('keeps the language of a page that the browser has translated', async () => {
  const { documentElement: html } = document;
  html.lang = 'pt-BR';
  restoreFromNow();
  const { router } = await show('/brand/');
  Object.assign(html, { lang: 'en', className: 'translated-ltr' });
  await act(() => router.navigate('/brand/charger/7'));
  await heading('charger');
  expect([html.lang, html.className]).toEqual(['en', 'translated-ltr']);
  Object.assign(html, { lang: 'pt-BR', className: '' });
});

test.each([
  ['a guest to a screen that redirects guests home', '/brand/extract', false],
  ['a user to the login', '/brand/login', true],
])('stops a home that redirects %s, and names both', async (_, to, loggedIn) => {
  const reports: string[] = [];
  const remote: RunnableRemote = {
    name: 'sites',
    routes: [
      { path: '', lazy: async () => ({ Component: () => <Navigate to={to} replace /> }) },
      { path: 'extract', access: 'home', lazy: named('extract') },
    ],
  };
  rs.spyOn(console, 'error').mockImplementation(() => {});
  const source = bundledSource([remote], (error) => reports.push(String(error)));
  resetTurns();
  await show('/brand/', { loggedIn, source });
  expect(await screen.findByText('Não foi possível abrir esta tela.')).toBeInTheDocument();
  expect(reports).toEqual([`Error: endless redirects: shell: ${to.split('/')[2]} and sites: `]);
  rs.restoreAllMocks();
});
