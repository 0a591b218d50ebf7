import { expect, rs, test } from '@rstest/core';
import { queries } from '@shared/client';
import { User } from '@shared/contract';
import { balanceHiddenAtom, brandAtom, sessionAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { logoPendingAtom } from '../brand/load-brand.ts';
import { screenTableAtom } from '../remotes/loading/remote-source.ts';
import { matchPath } from '../routing/match-path.ts';
import { Header } from './header.tsx';

const segments = ['', 'extract', 'userProfile', 'paymentMethods'];
const published = new Map(segments.map((segment) => [segment, { segment }]));

/** Renders the header of the screen at `segment` for a guest, or for a user of this name. */
async function show(segment: string, name?: string, responses: MockResponses = {}) {
  const { header } = matchPath(`/marca/${segment}`, published);
  const Component = () => header && <Header content={header} />;
  const page = {
    name: 'page',
    routes: [{ path: segment, lazy: async () => ({ Component }) }],
  };
  const view = renderScreen(page, { at: `/marca/${segment}`, responses, brand: { appDisplayName: 'Marca' } });
  await act(async () => view.store.set(screenTableAtom, published));
  if (name !== undefined)
    await act(async () =>
      view.store.set(sessionAtom, {
        status: 'user',
        token: 'a',
        user: User.parse({ id: 1, name }),
      }),
    );
  return view;
}
const banner = async () => within(await screen.findByRole('banner'));

const titled: [segment: string, title: string][] = [
  ['login', 'Faça seu login'],
  ['register', 'Crie sua conta'],
  ['forgotPassword', 'Esqueci a senha'],
];
for (const [segment, title] of titled)
  test(`${segment} shows the heading '${title}' below the logo that links to the home`, async () => {
    await show(segment);
    const header = await banner();
    expect(header.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(header.getAllByRole('link')).toEqual([header.getByRole('link', { name: 'Marca: início' })]);
  });

for (const segment of ['redefinePassword', 'sucessRedefinePassword', 'forgot-password-app'])
  test(`${segment} shows the logo only`, async () => {
    await show(segment);
    const header = await banner();
    expect(header.getByRole('link', { name: 'Marca: início' })).toHaveAttribute('href', '/marca/');
    expect(header.queryByRole('heading')).toBeNull();
    expect(header.queryByRole('link', { name: 'Faça o login' })).toBeNull();
  });

test("shows the brand's name in place of a logo that can't be decoded, until there is another one", async () => {
  const { container, store } = await show('login');
  store.set(logoPendingAtom, false);
  const setLogo = (logoUrl: string) => act(() => store.set(brandAtom, (brand) => ({ ...brand, logoUrl })));
  const logo = () => container.querySelector('img');
  setLogo('data:image/png;base64,AAAA');
  fireEvent.error(logo() ?? container);
  expect((await banner()).getByText('Marca')).toBeInTheDocument();
  expect(logo()).toBeNull();
  setLogo('data:image/png;base64,BBBB');
  expect(logo()).toHaveAttribute('src', 'data:image/png;base64,BBBB');
});

test.each(['charger', 'confirmation-app'])('%s has no header', async (segment) => {
  const { container } = await show(segment);
  expect(container).toBeEmptyDOMElement();
});

test("shows a user's name, balance, statement and top-up on the home", async () => {
  await show('', 'Maria da Silva', { 'GET /wallet/Balance': { uwalBalance: 1234567.89 } });
  const header = await banner();
  expect(await header.findByText(/R\$\s1\.234\.567,89/)).toBeInTheDocument();
  expect(await header.findByRole('link', { name: 'Maria S.' })).toHaveAttribute('href', '/marca/userProfile');
  expect(header.getByRole('link', { name: 'Exibir extrato' })).toHaveAttribute('href', '/marca/extract');
  expect(header.getByRole('link', { name: 'Adicionar' })).toHaveAttribute('href', '/marca/paymentMethods');
});

test("labels the profile link before the user's name is known, and when it can't be loaded", async () => {
  const { store, queryClient } = await show('');
  await act(async () => store.set(sessionAtom, { status: 'user', token: 'a' }));
  const header = await banner();
  const link = await header.findByRole('link', { name: 'Minha conta' });
  expect(link.querySelector('[aria-hidden="true"][style]')).not.toBeNull();
  await act(() => queryClient.fetchQuery({ ...queries.userProfile(), retry: false }).catch(() => {}));
  await waitFor(() => expect(link.querySelector('[aria-hidden="true"][style]')).toBeNull());
  expect(link).toHaveAccessibleName('Minha conta');
});

test('remembers that the balance is hidden', async () => {
  const { user, store } = await show('', 'Ana', { 'GET /wallet/Balance': { uwalBalance: 10 } });
  await user.click(await screen.findByRole('button', { name: 'Ocultar saldo' }));
  expect(screen.getByText('R$ ••••')).toBeInTheDocument();
  expect(localStorage.getItem('balanceHidden')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Mostrar saldo' }));
  expect(store.get(balanceHiddenAtom)).toBe(false);
});

test('only logs a failed balance request', async () => {
  const logged = rs.spyOn(console, 'error').mockImplementation(() => {});
  await show('', 'Ana', { 'GET /wallet/Balance': failure(500) });
  await waitFor(() => expect(logged).toHaveBeenCalled());
  expect(await screen.findByText('—')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  rs.restoreAllMocks();
});
