import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { PRODUCT, type RunnableRemote } from '@shared/contract';
import { brandAtom, plugWaitsAtom } from '@shared/state';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FakeSocket } from '../../connection/live/fake-socket.testing.ts';
import { App } from '../../host/app.tsx';
import { createHost, open } from '../../host/boot.tsx';
import type { Host } from '../../host/host.ts';
import { bundledSource } from '../../remotes/loading/bundled-source.ts';

const NAMES: Record<string, string> = { aurora: 'Aurora Recargas', marca: 'Marca', [PRODUCT.slug]: 'Faísca' };
/** A remote with boards, but without a home. */
const operator: RunnableRemote = {
  name: 'operator',
  routes: [{ path: 'viewers/fleet/:id', unattended: true, lazy: async () => ({ Component: () => null }) }],
};
let host: Host | undefined;

beforeEach(() => {
  localStorage.clear();
  rs.stubGlobal('WebSocket', FakeSocket);
  rs.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname } = new URL(typeof input === 'string' ? input : input.url, 'http://localhost');
    if (pathname === '/config.json') return Response.json({ apiUrl: 'http://localhost/api' });
    const slug = pathname.split('/').at(-1) ?? '';
    if (pathname.includes('/Applications/') && slug in NAMES)
      return Response.json({ appId: 1, appDisplayName: NAMES[slug], appUserDomain: slug });
    return new Response('', { status: 404 });
  });
});
afterEach(() => {
  host?.leave?.();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});

async function load(path: string) {
  cleanup();
  host?.leave?.();
  history.replaceState(null, '', path);
  const opened = createHost({ source: bundledSource([operator], () => {}), hasHeader: true, basename: '' });
  host = opened;
  render(<App host={opened} onRetry={() => {}} />);
  await act(() => open(opened));
  return opened;
}
const storedSlug = () => JSON.parse(localStorage.getItem('brand') ?? 'null')?.slug;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('removes the stored brand and its waits for the plug after confirmation, keeps its session, and takes the brand of the next URL', async () => {
  const host = await load('/aurora/switchBrand');
  host.store.set(plugWaitsAtom, { 'cp/1': Date.now() });
  expect(storedSlug()).toBe('aurora');
  localStorage.setItem('token:aurora', 'abc');
  await press('Trocar de operadora');
  const dialog = await screen.findByRole('dialog', { name: 'Deixar Aurora Recargas?' });
  expect(dialog).toHaveTextContent('continuam como estão');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Voltar' }));
  expect(storedSlug()).toBe('aurora');

  await press('Trocar de operadora');
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Trocar de operadora' }),
  );
  expect(await screen.findByRole('heading', { name: 'Pronto, você deixou Aurora Recargas' })).toBeVisible();
  expect(storedSlug()).toBeUndefined();
  expect(host.store.get(plugWaitsAtom)).toEqual({});
  expect(localStorage.getItem('token:aurora')).toBe('abc');
  expect(screen.getByRole('link', { name: 'Continuar com Faísca' })).toHaveAttribute(
    'href',
    `/${PRODUCT.slug}/`,
  );
  expect(screen.getByRole('link', { name: 'Voltar para Aurora Recargas' })).toHaveAttribute(
    'href',
    '/aurora/',
  );

  const { store } = await load('/marca/');
  expect(store.get(brandAtom).slug).toBe('marca');
  expect(storedSlug()).toBe('marca');
});

test.each([
  ['/marca/qrcode/12345-1', 'Continuar com Marca', '/marca/qrcode/12345-1'],
  ['https://evil.example/marca/qrcode/12345-1', 'Continuar com Faísca', `/${PRODUCT.slug}/`],
  ['//marca/qrcode/12345-1', 'Continuar com Faísca', `/${PRODUCT.slug}/`],
  ['/aurora/qrcode/12345-1', 'Continuar com Faísca', `/${PRODUCT.slug}/`],
  ['/nobody/qrcode/12345-1', 'Continuar com Faísca', `/${PRODUCT.slug}/`],
])(
  'continues with %s after leaving a brand only if another brand has that path',
  async (next, name, href) => {
    await load(`/aurora/switchBrand?next=${encodeURIComponent(next)}`);
    await press('Trocar de operadora');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Trocar de operadora' }));
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
  },
);

test('offers only a link back after leaving the default brand', async () => {
  await load(`/${PRODUCT.slug}/switchBrand`);
  await press('Trocar de operadora');
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Trocar de operadora' }),
  );
  expect(await screen.findAllByRole('link')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Voltar para Faísca' })).toBeVisible();
});

test.each([
  ['an unknown board', '/aurora/viewers/nonsense', 'Este painel não existe.'],
  ['a missing home', '/aurora/', 'Esta parte ainda não está disponível.'],
])('%s links to the brand switch', async (_, path, title) => {
  await load(path);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  const link = screen.getByRole('link', { name: 'Trocar de operadora' });
  await act(async () => link.click());
  expect(await screen.findByText(/^Este aparelho sempre abre o app com Aurora Recargas/)).toBeVisible();
});
