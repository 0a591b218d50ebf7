import { expect, test } from '@rstest/core';
import { AppConfig, LOW_BALANCE } from '@shared/contract';
import { configAtom, emitLiveEvent, positionAtom, toastsAtom } from '@shared/state';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';
import { reachOf } from './reach.ts';

const PLACE = 'GET /UserWaitingPlace';
const JOIN = 'POST /UserWaitingPlace';
const noContent = () => new Response(null, { status: 204 });
const site = {
  csId: 7,
  csName: 'Oficina Central',
  csFormattedAddress: 'Rua Harmonia, 100',
  csLocation: { coordinates: [-46.69, -23.55] },
};
const busy = {
  chargePointId: 'CP1',
  connectorId: 1,
  cpCode: '10001',
  name: '3',
  cpStatus: 'Online',
  connectorStatus: 'Charging',
  cctName: 'ccs2',
};
const waiting = { csId: 7, csName: 'Oficina Central', plug: 'ccs2', position: 2, missed: false };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const turn = { chargePointId: 'CP1', connectorId: 1, cpCode: '10001', name: '3', until: inMinutes(9.5) };

function open(more: object = {}, brand: object = { waitingLine: true }) {
  return renderScreen(remote, {
    at: '/marca/charger/7',
    loggedIn: true,
    brand,
    responses: {
      'GET /ChargerSites/7': site,
      'GET /SiteConnectors/7': [busy],
      [PLACE]: { place: null },
      [JOIN]: noContent,
      ...more,
    },
  });
}

test('offers the line of a plug without a free connector, and asks whether the driver is near', async () => {
  const { user, bodiesOf } = open({
    [PLACE]: (_: URL, times: number) => ({ place: times === 0 ? null : waiting }),
  });
  await user.click(await screen.findByRole('button', { name: 'Entrar na fila do plug CCS 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Você chega em até 15 minutos?' });
  await user.click(within(dialog).getByRole('button', { name: 'Sim, entrar na fila' }));
  expect(await screen.findByText('Você é o 2º da fila do plug CCS 2')).toBeVisible();
  expect(bodiesOf(JOIN)).toEqual([{ csId: '7', Plug: 'ccs2' }]);
  expect(screen.getByText(/Sem previsão/)).toBeVisible();
});

test('sends no position, and joins at once within 2 km', async () => {
  const { user, store, bodiesOf } = open();
  store.set(positionAtom, { lat: -23.551, lng: -46.691, accuracy: 10 });
  await user.click(await screen.findByRole('button', { name: /Entrar na fila/ }));
  await waitFor(() => expect(bodiesOf(JOIN)).toEqual([{ csId: '7', Plug: 'ccs2' }]));
});

test('says that a driver who joins without enough credit has to add some', async () => {
  const { user, store, currentPath } = open({ [JOIN]: failure(409, { code: LOW_BALANCE }) });
  store.set(positionAtom, { lat: -23.551, lng: -46.691, accuracy: 10 });
  await user.click(await screen.findByRole('button', { name: /Entrar na fila/ }));
  const title = 'Adicione créditos para recarregar seu carro.';
  await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ kind: 'failure', title }]));
  act(() => store.get(toastsAtom)[0]?.actions?.[0]?.run());
  await waitFor(() => expect(currentPath()).toBe('/marca/paymentMethods'));
});

test.each([
  [
    'joined',
    { place: null },
    { place: waiting },
    /Entrar na fila/,
    /Sim, entrar na fila/,
    'Você entrou na fila.',
  ],
  ['left', { place: waiting }, { place: null }, 'Sair da fila', 'Sair da fila', 'Você saiu da fila.'],
])(
  'says that the driver has %s the line although the response was lost',
  async (_, before, after, ask, confirm, title) => {
    const lost = failure(503, '');
    const { user, store } = open({
      [PLACE]: (_url: URL, times: number) => (times === 0 ? before : after),
      [JOIN]: lost,
      'DELETE /UserWaitingPlace': lost,
    });
    await user.click(await screen.findByRole('button', { name: ask }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }));
    await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ kind: 'success', title }]));
  },
);

test('says that joining failed if the driver is not in the line', async () => {
  const { user, store } = open({ [JOIN]: failure(503, '') });
  store.set(positionAtom, { lat: -23.551, lng: -46.691, accuracy: 10 });
  await user.click(await screen.findByRole('button', { name: /Entrar na fila/ }));
  const title = 'Não foi possível. Tente novamente.';
  await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ kind: 'failure', title }]));
});

test('does not offer the line to a driver who is far away', async () => {
  const { store } = open();
  store.set(positionAtom, { lat: -22.9, lng: -43.2, accuracy: 10 });
  expect(await screen.findByText(/no máximo 15 minutos/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Entrar na fila/ })).toBeNull();
});

test('shows the turn with the start of the charge, and leaves the line once that is confirmed', async () => {
  const { user, requests } = open({
    [PLACE]: { place: { ...waiting, position: 1, turn } },
    'DELETE /UserWaitingPlace': noContent,
  });
  expect(await screen.findByText(/É a sua vez: conector 3, por 10 minutos/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Iniciar recarga' })).toHaveAttribute(
    'href',
    '/marca/qrcode/10001-1',
  );
  await user.click(screen.getByRole('button', { name: 'Sair da fila' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sair da fila?' });
  expect(requests).not.toContain('DELETE /UserWaitingPlace');
  await user.click(within(dialog).getByRole('button', { name: 'Sair da fila' }));
  await waitFor(() => expect(requests).toContain('DELETE /UserWaitingPlace'));
});

test('shows the estimate only if it is known, and that a turn was missed', async () => {
  open({ [PLACE]: { place: { ...waiting, estimateMinutes: 25, missed: true } } });
  expect(await screen.findByText(/a partir de 25 min/)).toBeVisible();
  expect(screen.getByText(/foi para o fim da fila/)).toBeVisible();
  expect(screen.queryByText(/Sem previsão/)).toBeNull();
});

test.each<[string, object, object]>([
  [
    'a connector is free',
    { 'GET /SiteConnectors/7': [busy, { ...busy, connectorId: 2, connectorStatus: 'Available' }] },
    { waitingLine: true },
  ],
  ['the backend has no lines', { [PLACE]: failure(404) }, { waitingLine: true }],
  ['the brand has no lines', {}, {}],
])('offers no line if %s', async (_, more, brand) => {
  const { requests } = open(more, brand);
  await screen.findByText('Carregando');
  if ('waitingLine' in brand) await waitFor(() => expect(requests).toContain(PLACE));
  expect(screen.queryByRole('button', { name: /Entrar na fila/ })).toBeNull();
});

test('shows a reserved connector as such, without a start', async () => {
  open({ 'GET /SiteConnectors/7': [{ ...busy, connectorStatus: 'Reserved' }] });
  expect(await screen.findByText('Reservado')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Iniciar recarga/ })).toBeNull();
  expect(await screen.findByRole('button', { name: /Entrar na fila/ })).toBeVisible();
});

test('shows the status "Reserved" unchanged if the brand has no lines', async () => {
  open({ 'GET /SiteConnectors/7': [{ ...busy, connectorStatus: 'Reserved' }] }, {});
  expect(await screen.findByText('Reserved')).toBeVisible();
});

test('shows the turn as soon as a connector is reported, without waiting for the next poll', async () => {
  const { requests } = open({
    [PLACE]: (_: URL, times: number) => ({ place: times === 0 ? waiting : { ...waiting, turn } }),
  });
  expect(await screen.findByText(/Você é o 2º da fila/)).toBeVisible();
  const connector = { chargePointId: 'CP1', connectorId: '1', status: 'Available' };
  const reads = () => requests.filter((request) => request === PLACE).length;
  expect(reads()).toBe(1);
  act(() => void emitLiveEvent({ type: 'UpdateConnectorStatusIntegrationEvent', connector } as never));
  expect(await screen.findByText(/É a sua vez: conector 3/)).toBeVisible();
  expect(reads()).toBe(2);
});

test('the home shows where the driver waits', async () => {
  renderScreen(remote, {
    at: '/marca',
    loggedIn: true,
    brand: { waitingLine: true },
    responses: { 'GET /ChargerSitesSearch': [], [PLACE]: { place: waiting } },
  });
  expect(await screen.findByText(/Você é o 2º da fila em .*Oficina Central/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver local' })).toHaveAttribute('href', '/marca/charger/7');
});

test.each([
  [9.5, /É a sua vez: conector 3, por 10 minutos, em .*Oficina Central/, /por 10 minutos$/],
  [-1, /O seu tempo em .*Oficina Central.* terminou\./, /^O seu tempo terminou\.$/],
])(
  'the home names the site of a turn that ends in %s minutes, and the page of the site does not',
  async (minutes, onHome, atSite) => {
    const place = { ...waiting, position: 1, turn: { ...turn, until: inMinutes(minutes) } };
    const home = renderScreen(remote, {
      at: '/marca',
      loggedIn: true,
      brand: { waitingLine: true },
      responses: { 'GET /ChargerSitesSearch': [], [PLACE]: { place } },
    });
    expect(await screen.findByText(onHome)).toBeVisible();
    home.unmount();
    open({ [PLACE]: { place } });
    expect(await screen.findByText(atSite)).toBeVisible();
  },
);

test.each([
  ['near', { lat: -23.56, lng: -46.69 }],
  ['asks', { lat: -23.6, lng: -46.69 }],
  ['far', { lat: -24.5, lng: -46.69 }],
  ['asks', undefined],
] as const)('a driver is %s at %j', (reach, here) => {
  expect(reachOf({ csLocation: { coordinates: [-46.69, -23.55] } }, here)).toBe(reach);
});

test('a setting withdraws the offer at its site, but a place in the line stays shown', async () => {
  const sites = { 7: { settings: { 'sites.waitingLine': false } } };
  const configured = AppConfig.parse({ brands: { marca: { sites } } });
  const { store, queryClient } = open({
    [PLACE]: (_: URL, times: number) => ({ place: times === 0 ? null : waiting }),
  });
  expect(await screen.findByRole('button', { name: /Entrar na fila/ })).toBeVisible();
  act(() => store.set(configAtom, configured));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Entrar na fila/ })).toBeNull());
  await queryClient.invalidateQueries();
  expect(await screen.findByText('Você é o 2º da fila do plug CCS 2')).toBeVisible();
});
