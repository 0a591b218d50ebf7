import { expect, test } from '@rstest/core';
import { failure, renderScreen } from '@shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const SEARCH = 'GET /ChargerSitesSearch';
const address = (name: string, latitude: number) => ({
  placeId: name,
  formattedAddress: `${name}, São Paulo - SP`,
  coordinates: { latitude, longitude: -46.7 },
});
const vilas = [address('Vila Madalena', -23.55), address('Vila Mariana', -23.58)];

const home = (responses: Record<string, unknown> = {}, query = '') =>
  renderScreen(remote, {
    at: `/marca/${query}`,
    responses: { [SEARCH]: [], 'GET /AddressSearch/vila': vilas, ...responses },
  });
const field = () => screen.getByRole('combobox', { name: 'Buscar endereço' });
const open = async (responses?: Record<string, unknown>, query?: string) => {
  const view = home(responses, query);
  await screen.findByText('Não há sites de carregamento disponíveis');
  return view;
};

/** Searches at once. Keys that are typed one by one may be more than 800 ms apart. */
function searchFor(value: string) {
  fireEvent.change(field(), { target: { value } });
  fireEvent.keyDown(field(), { key: 'Enter' });
}

test('searches once, 800 ms after the last keystroke', async () => {
  const { requests } = await open();
  const typedAt = performance.now();
  for (const value of ['vi', 'vil', 'vila']) fireEvent.change(field(), { target: { value } });
  expect(screen.getByText('Buscando…')).toBeVisible();
  await screen.findByRole('option', { name: /Vila Madalena/ });
  expect(performance.now() - typedAt).toBeGreaterThanOrEqual(800);
  expect(requests.filter((call) => call.includes('AddressSearch'))).toEqual(['GET /AddressSearch/vila']);
  expect(screen.getByText('2 endereços encontrados')).toHaveAttribute('role', 'status');
});

test('selects an address by keyboard and searches around it', async () => {
  const { user, requests, currentPath } = await open();
  await user.type(field(), 'vila');
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const second = screen.getByRole('option', { name: /Vila Mariana/ });
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(field()).toHaveAttribute('aria-activedescendant', second.id);
  await user.keyboard('{ArrowUp}{Enter}');
  expect(field()).toHaveValue('Vila Madalena, São Paulo - SP');
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  await waitFor(() => expect(requests.join()).toContain('lat=-23.55&lng=-46.7&dist=10000'));
  expect(new URLSearchParams(currentPath().split('?')[1]).get('place')).toBe('Vila Madalena, São Paulo - SP');
  expect(screen.getByRole('heading', { level: 1, name: 'Perto do endereço' })).toBeVisible();
});

test('selects an address on click, and the first address on Enter', async () => {
  const { user } = await open();
  await user.type(field(), 'vila');
  await user.click(await screen.findByRole('option', { name: /Mariana/ }));
  expect(field()).toHaveValue('Vila Mariana, São Paulo - SP');
  await user.clear(field());
  await user.type(field(), 'vila');
  await screen.findAllByRole('option');
  await user.keyboard('{Enter}');
  expect(field()).toHaveValue('Vila Madalena, São Paulo - SP');
});

test('restores a chosen place from the URL, and returns to the default centre', async () => {
  const { user, requests, currentPath } = await open({}, '?place=Bauru%20-%20SP&lat=-22.31&lng=-49.06');
  expect(requests).toEqual([`${SEARCH}?lat=-22.31&lng=-49.06&dist=10000`]);
  expect(field()).toHaveValue('Bauru - SP');
  expect(screen.getByText('Distâncias de Bauru - SP.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Voltar ao centro' }));
  await waitFor(() => expect(requests.join()).toContain('lat=-23.5616364&lng=-46.6561378'));
  expect(field()).toHaveValue('');
  expect(currentPath()).toBe('/marca/');
});

test('drops the place and keeps the focus when the field is cleared', async () => {
  const { user, currentPath } = await open({}, '?place=Bauru&lat=-22.31&lng=-49.06&plug=ccs2');
  await user.click(screen.getByRole('button', { name: 'Limpar busca' }));
  expect(field()).toHaveFocus();
  expect(currentPath()).toBe('/marca/?plug=ccs2');
});

test('closes the list on Escape, then clears the field', async () => {
  const { user } = await open();
  await user.type(field(), 'vila');
  await screen.findAllByRole('option');
  await user.keyboard('{Escape}');
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  expect(field()).toHaveValue('vila');
  await user.keyboard('{Escape}');
  expect(field()).toHaveValue('');
});

test('shows the attribution of the addresses once, if there is one', async () => {
  const attribution = 'Endereços © OpenStreetMap (openstreetmap.org/copyright)';
  await open({
    'GET /AddressSearch/vila': vilas.map((vila) => ({ ...vila, attribution })),
    'GET /AddressSearch/vil': vilas,
  });
  searchFor('vil');
  await screen.findAllByRole('option');
  expect(screen.queryByText(/OpenStreetMap/)).toBeNull();
  searchFor('vila');
  expect(await screen.findByText(attribution)).toBeVisible();
});

test('ignores a late response to an earlier search', async () => {
  let respond: (addresses: unknown) => void = () => undefined;
  const late = new Promise((resolve) => {
    respond = resolve;
  });
  await open({
    'GET /AddressSearch/vi': () => late,
    'GET /AddressSearch/vila': [address('Vila Mariana', -23.58)],
  });
  searchFor('vi');
  searchFor('vila');
  await screen.findByRole('option', { name: /Mariana/ });
  respond([address('Vitória', -20.3)]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Vila Mariana, São Paulo - SP',
  ]);
});

test('shows "Endereço não encontrado" without results', async () => {
  await open({ 'GET /AddressSearch/xyz': [] });
  searchFor('xyz');
  expect(await screen.findByText('Endereço não encontrado')).toBeVisible();
});

test.each([
  ['a server failure', failure(500), 'Falha no servidor. Por favor tente novamente.'],
  [
    'a network failure',
    () => Promise.reject(new TypeError('no network')),
    'Sua conexão está instável. Por favor, tente mais tarde.',
  ],
])('reports %s and retries', async (_, fail, message) => {
  const { user } = await open({
    'GET /AddressSearch/vila': (_url: URL, times: number) => (times === 0 ? fail() : vilas),
  });
  searchFor('vila');
  const status = await screen.findByText(message);
  expect(status).toBeVisible();
  const popup = within(status.parentElement ?? document.body);
  await user.click(popup.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findAllByRole('option')).toHaveLength(2);
});
