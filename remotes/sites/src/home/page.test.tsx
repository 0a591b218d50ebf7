import { expect, test } from '@rstest/core';
import { VIEW_ID } from '@shared/contract/view-names';
import { toastsAtom } from '@shared/state';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const SEARCH = 'GET /ChargerSitesSearch';
const site = {
  csId: 7,
  csName: 'Oficina Central',
  csFormattedAddress: 'Rua Harmonia, 100',
  distanceMeters: 1250,
  chargerSiteStatus: { available: 3, inUse: 2, offLine: 4 },
  csFreeParking: true,
  isOpen: true,
  cmcType: 'AC',
  cmMaxPower: 22,
  priceFrom: 1.9,
};

const home = (response: unknown, more: { loggedIn?: boolean; query?: string } = {}) =>
  renderScreen(remote, {
    at: `/marca/${more.query ?? ''}`,
    responses: { [SEARCH]: response },
    loggedIn: more.loggedIn ?? false,
  });

test('shows distance, availability, current, power, price and opening state of a site', async () => {
  home([site]);
  const card = within(await screen.findByRole('listitem'));
  expect(card.getByText(/1,3\skm/)).toBeVisible();
  expect(card.getByText('3 disponíveis')).toBeVisible();
  expect(card.getByRole('img', { name: '3 disponíveis, 2 em uso, 4 offline' }).children).toHaveLength(6);
  expect(card.getByText(/AC · até 22\skW/)).toBeVisible();
  expect(card.getByText(/R\$\s1,90/)).toBeVisible();
  expect(card.getByText('Aberto')).toBeVisible();
  expect(card.getByText('Estacionamento grátis')).toBeVisible();
});

test('shows all sites, also those of which the prerendered view shows nothing on the screen', async () => {
  const view = document.createElement('div');
  view.id = VIEW_ID;
  view.innerHTML = `<ul data-all="true">${'<li></li>'.repeat(8)}</ul>`;
  for (const [index, card] of [...view.querySelectorAll('li')].entries())
    card.getBoundingClientRect = () => new DOMRect(0, index * innerHeight);
  document.body.append(view);
  home(Array.from({ length: 12 }, (_, csId) => ({ ...site, csId })));
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: /Próximo/ })).getAllByRole('listitem')).toHaveLength(12),
  );
  view.remove();
});

test('links a card to its site, passing on its data and exact distance', async () => {
  const { user, currentPath, currentState } = home([{ ...site, distanceMeters: 1249.6037 }]);
  await user.click(await screen.findByRole('link', { name: 'Oficina Central' }));
  expect(currentPath()).toBe('/marca/charger/7?dist=1249.6037');
  expect(currentState()).toMatchObject({ site: { csId: '7', csName: 'Oficina Central' } });
});

test('searches around the default centre with the minimum radius at first', async () => {
  const { requests } = home([site]);
  await screen.findByRole('listitem');
  expect(requests).toEqual([`${SEARCH}?lat=-23.5616364&lng=-46.6561378&dist=10000`]);
});

test('applies filters to the search and keeps them in the URL', async () => {
  const { user, requests, currentPath } = home([]);
  await screen.findByText('Não há sites de carregamento disponíveis');
  await user.click(screen.getByRole('button', { name: 'Filtros' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Filtros' }));
  await user.click(dialog.getByRole('radio', { name: /DC/ }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Conector' }), 'CCS 2');
  await user.click(dialog.getByRole('switch', { name: 'Estacionamento grátis' }));
  await user.click(dialog.getByRole('button', { name: 'Aplicar' }));
  expect(currentPath()).toBe('/marca/?free=true&plug=ccs2&speed=DC');
  await waitFor(() => expect(requests.join()).toContain('free=true&plug=ccs2&speed=DC'));
  expect(screen.getByText('3 filtros ativos')).toBeVisible();
});

test('announces the results of a changed search and of a refresh, but not of a poll before', async () => {
  const second = { ...site, csId: 8, csName: 'Oficina Norte' };
  let sites = [site, second];
  const { user, queryClient } = home((url: URL) => (url.searchParams.has('speed') ? [site] : sites));
  await screen.findByRole('link', { name: 'Oficina Norte' });
  // The other one belongs to the address search.
  await waitFor(() => expect(screen.getAllByRole('status')).toHaveLength(2));
  const [status = document.body] = screen.getAllByRole('status');
  await act(() => queryClient.refetchQueries());
  expect(status).toBeEmptyDOMElement();
  await user.click(screen.getByRole('button', { name: 'Filtros' }));
  await user.click(await screen.findByRole('radio', { name: /DC/ }));
  await user.click(screen.getByRole('button', { name: 'Aplicar' }));
  await waitFor(() => expect(status).toHaveTextContent('1 local encontrado'));
  await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
  await waitFor(() => expect(status).toHaveTextContent('2 locais encontrados'));
  sites = [...sites, { ...site, csId: 9 }];
  const changes: (string | null)[] = [];
  const observer = new MutationObserver(() => changes.push(status.textContent));
  observer.observe(status, { childList: true, characterData: true, subtree: true });
  await user.click(screen.getByRole('button', { name: 'Atualizar' }));
  await waitFor(() => expect(changes).toEqual(['Atualizando a lista…', '3 locais encontrados']));
});

test('announces no count when a changed search fails', async () => {
  const { user } = home((url: URL) => (url.searchParams.has('speed') ? failure(500)() : [site]));
  await screen.findByRole('link', { name: 'Oficina Central' });
  await waitFor(() => expect(screen.getAllByRole('status')).toHaveLength(2));
  const [status = document.body] = screen.getAllByRole('status');
  await user.click(screen.getByRole('button', { name: 'Filtros' }));
  await user.click(await screen.findByRole('radio', { name: /DC/ }));
  await user.click(screen.getByRole('button', { name: 'Aplicar' }));
  expect(
    await screen.findByText('Erro ao buscar sites de carregamento. Por favor, tente novamente'),
  ).toBeVisible();
  expect(status).toBeEmptyDOMElement();
});

test('offers to clear the filters when the list is empty', async () => {
  const { user, currentPath } = home([], { query: '?plug=chademo' });
  expect(await screen.findByText('Nenhum local atende aos filtros escolhidos.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
  expect(currentPath()).toBe('/marca/');
});

test('offers to find the nearest site farther away when there is none within the radius', async () => {
  const { user, requests } = home((url: URL) =>
    Number(url.searchParams.get('dist')) < 1_000_000 ? [] : [site],
  );
  expect(await screen.findByText('Não há sites de carregamento disponíveis')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Buscar mais longe' }));
  const link = await screen.findByRole('link', { name: 'Oficina Central' });
  expect(link).toHaveAttribute('href', '/marca/charger/7?dist=1250');
  const radii = requests.map((call) => call.split('dist=')[1]);
  expect(radii).toEqual(['10000', '50000', '250000', '1000000']);
});

test('says that there is no site farther away either', async () => {
  const { user } = home([]);
  await user.click(await screen.findByRole('button', { name: 'Buscar mais longe' }));
  expect(await screen.findByText('Também não há locais mais longe.')).toBeVisible();
});

test('retries a failed search', async () => {
  const { user } = home((_: URL, times: number) => (times === 0 ? failure(500)() : [site]));
  expect(
    await screen.findByText('Erro ao buscar sites de carregamento. Por favor, tente novamente'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('link', { name: 'Oficina Central' })).toBeVisible();
});

test('shows the usual failure for an unreadable response', async () => {
  home({ sites: 'none' });
  expect(
    await screen.findByText('Erro ao buscar sites de carregamento. Por favor, tente novamente'),
  ).toBeVisible();
});

test('keeps the list and its age when a refresh fails, and reports the failure in a toast', async () => {
  const { user, store } = home((_: URL, times: number) => (times === 1 ? failure(503)() : [site]));
  await screen.findByRole('listitem');
  await user.click(screen.getByRole('button', { name: 'Atualizar' }));
  const text = 'Erro ao buscar sites de carregamento. Por favor, tente novamente';
  await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ title: 'Falha', text }]));
  expect(screen.getByRole('link', { name: 'Oficina Central' })).toBeVisible();
  expect(screen.getByText(/^Atualizado/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Atualizar' }));
  await waitFor(() => expect(store.get(toastsAtom)).toEqual([]));
});

test('links users to the QR screen and prompts guests to log in', async () => {
  const asUser = home([], { loggedIn: true });
  expect(await screen.findByRole('link', { name: 'QR Code' })).toHaveAttribute('href', '/marca/qrcode');
  asUser.unmount();

  const { user, currentPath } = home([]);
  await user.click(await screen.findByRole('button', { name: 'QR Code' }));
  const modal = within(screen.getByRole('dialog', { name: 'Faça Login' }));
  expect(modal.getByText('Faça login para usar QR code')).toBeVisible();
  await user.click(modal.getByRole('link', { name: 'Fazer login' }));
  expect(currentPath()).toBe('/marca/qrcode');
});

test('omits the charger counts of a site when they are unreadable, and lists the other sites', async () => {
  const malformedSite = {
    ...site,
    csId: 8,
    csName: 'Oficina Norte',
    chargerSiteStatus: { available: 'many' },
  };
  home([malformedSite, site, { csName: 'Without an id' }]);
  const [first, second, third] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('Oficina Norte');
  expect(first).not.toHaveTextContent(/offline|em uso|disponíve/i);
  expect(second).toHaveTextContent('3 disponíveis');
  expect(third).toBeUndefined();
});
