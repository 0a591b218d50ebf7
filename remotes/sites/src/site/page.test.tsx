import { expect, test } from '@rstest/core';
import { toastsAtom } from '@shared/state';
import { failure, renderScreen } from '@shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const SITE = 'GET /ChargerSites/7';
const CONNECTORS = 'GET /SiteConnectors/7';
const site = {
  csId: 7,
  csName: 'Oficina Central',
  csFormattedAddress: 'Rua Harmonia, 100',
  csLocation: { coordinates: [-46.69, -23.55] },
  csFreeParking: false,
  csPrivate: false,
  isOpen: true,
};
const price = { PriceKwh: 1.9, TransactionPrice: 2 };
const connector = {
  chargePointId: 'CP1',
  connectorId: 1,
  cpCode: '10001',
  name: 'Vaga 1',
  cpStatus: 'Online',
  connectorStatus: 'Available',
  cmMaxPower: 22,
  cctName: 'type2',
  priceProfilePeriod: price,
};

const page = (more: Partial<Parameters<typeof renderScreen>[1]> = {}) =>
  renderScreen(remote, {
    at: '/marca/charger/7?dist=1250',
    loggedIn: true,
    responses: { [SITE]: site, [CONNECTORS]: [connector] },
    ...more,
  });

test('shows the details of the site', async () => {
  page();
  expect(await screen.findByRole('heading', { level: 1, name: 'Oficina Central' })).toBeVisible();
  for (const words of ['Rua Harmonia, 100', /1,3\skm/, 'Aberto', 'Estacionamento pago', 'Público'])
    expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByText('Público').querySelector('svg')).toHaveClass('lucide-lock-open');
});

test('treats an empty distance in the link as absent', async () => {
  const { unmount } = page({
    at: '/marca/charger/7?dist=',
    responses: { [SITE]: { ...site, distanceMeters: 2400 }, [CONNECTORS]: [] },
  });
  expect(await screen.findByText(/2,4\skm/)).toBeVisible();
  unmount();
  page({ at: '/marca/charger/7?dist=' });
  await screen.findByText('Aberto');
  expect(screen.queryByText(/\skm$/)).toBeNull();
});

test('shows plug, power, state and price of a connector, and a start link with its number', async () => {
  const { user } = page();
  await screen.findByText('Disponível');
  const row = within(screen.getByRole('region', { name: 'Conectores' }));
  expect(row.getByText(/Tipo 2 · 22\skW/)).toBeVisible();
  expect(row.getByText('Disponível')).toBeVisible();
  await user.click(row.getByText('Ver preços'));
  expect(row.getByText('Taxa de início')).toBeVisible();
  expect(row.getByRole('link', { name: 'Iniciar recarga no conector 10001-1' })).toHaveAttribute(
    'href',
    '/marca/qrcode/10001-1',
  );
});

test.each([
  ['Charging', 'Online', 'Carregando'],
  ['Available', 'Offline', 'Desconectado'],
  [null, 'Offline', 'Desconectado'],
  ['Faulted', 'Online', 'Falha'],
])('shows %s while %s as %s, without a start link', async (connectorStatus, cpStatus, label) => {
  page({ responses: { [SITE]: site, [CONNECTORS]: [{ ...connector, connectorStatus, cpStatus }] } });
  expect(await screen.findByText(label)).toBeVisible();
  expect(screen.queryByRole('link', { name: /Iniciar recarga/ })).toBeNull();
});

test('counts a connector with a car plugged in as in use, but lets its driver start', async () => {
  page({ responses: { [SITE]: site, [CONNECTORS]: [{ ...connector, connectorStatus: 'Preparing' }] } });
  expect(await screen.findByText('0 de 1 disponível')).toBeVisible();
  expect(screen.getByText('Preparando').querySelector('svg') ?? document.body).toHaveAttribute(
    'data-kind',
    'inUse',
  );
  expect(screen.getByRole('link', { name: 'Iniciar recarga no conector 10001-1' })).toBeVisible();
});

test('shows how many charges of a connector worked, and its last good charge', async () => {
  const reliability = { succeeded: 12, attempts: 12, lowPercent: 75.7, highPercent: 100 };
  const lastGoodCharge = { endedAt: new Date(Date.now() - 12 * 60_000).toISOString(), energyKwh: 47 };
  const measured = { ...connector, reliability, lastGoodCharge };
  const poor = { succeeded: 2, attempts: 9, lowPercent: 6.3, highPercent: 54.7 };
  const other = { ...connector, connectorId: 2, reliability: poor };
  page({ responses: { [SITE]: site, [CONNECTORS]: [measured, other, { ...connector, connectorId: 3 }] } });
  expect(await screen.findByText('12 das últimas 12 recargas deram certo')).toBeVisible();
  expect(screen.getByText(/^Última que deu certo: há\s12\smin, 47,0\skWh$/)).toBeVisible();
  expect(screen.getByText('2 das últimas 9 recargas deram certo')).toBeVisible();
  expect(screen.getAllByText('Costuma falhar')).toHaveLength(1);
  expect(screen.getAllByText(/deram certo/)).toHaveLength(2);
});

test('shows guests a login link instead of a start link', async () => {
  page({ loggedIn: false });
  expect(await screen.findByText('Disponível')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Iniciar recarga no/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Faça login para iniciar recarga' })).toHaveAttribute(
    'href',
    '/marca/login',
  );
});

test('links a user to the QR code screen', async () => {
  page();
  expect(await screen.findByRole('link', { name: 'Inicie por QR Code' })).toHaveAttribute(
    'href',
    '/marca/qrcode',
  );
});

test('offers directions in three apps', async () => {
  const { user } = page();
  await user.click(await screen.findByRole('button', { name: 'Como Chegar' }));
  const links = within(screen.getByRole('dialog', { name: 'Como Chegar' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, new URL(link.getAttribute('href') ?? '').host])).toEqual([
    ['Apple Maps', 'maps.apple.com'],
    ['Google Maps', 'www.google.com'],
    ['Waze', 'waze.com'],
  ]);
  for (const link of links) expect(link.getAttribute('href')).toContain('-23.55,-46.69');
});

test('offers support by WhatsApp and e-mail, by safe links only', async () => {
  const { user } = page({
    brand: {
      appEmailSupportPhoneNumber: '(11) 4002-8922',
      appEmailSupportWhatsappNumber: '(11) 91234-5678',
      appEmailSupportAddress: 'javascript:alert(1)',
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Ajuda' }));
  const links = within(screen.getByRole('dialog', { name: 'Ajuda' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://wa.me/5511912345678']);
});

test('shows the site from the navigation state while it loads, but ignores other sites and invalid data', async () => {
  const never = () => new Promise(() => {});
  const responses = { [SITE]: never, [CONNECTORS]: never };
  const fromNavigation = page({ responses, state: { site } });
  expect(await screen.findByRole('heading', { name: 'Oficina Central' })).toBeVisible();
  fromNavigation.unmount();
  for (const state of [{ site: { ...site, csId: 8 } }, { site: 'x' }, null, 'nonsense']) {
    const view = page({ responses, state });
    expect((await screen.findAllByRole('status'))[0]).toHaveTextContent('Carregando…');
    expect(screen.queryByText('Oficina Central')).toBeNull();
    view.unmount();
  }
});

test('retries a site that failed to load, and navigates back', async () => {
  const { user, currentPath } = page({
    responses: { [SITE]: (_: URL, times: number) => (times < 1 ? failure(500)() : site), [CONNECTORS]: [] },
  });
  expect(await screen.findByText('Erro ao buscar site de carregamento')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Local');
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('heading', { name: 'Oficina Central' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  expect(currentPath()).toBe('/marca/');
});

test('retries connectors that failed to load', async () => {
  const { user } = page({
    responses: {
      [SITE]: site,
      [CONNECTORS]: (_: URL, times: number) => (times < 1 ? failure(500)() : [connector]),
    },
  });
  expect(await screen.findByText('Erro ao buscar estações de carregamento')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Disponível')).toBeVisible();
});

test('keeps older data of a site and reports each failure in a toast', async () => {
  const { store } = page({
    responses: { [SITE]: failure(500), [CONNECTORS]: failure(500) },
    state: { site },
  });
  expect(await screen.findByRole('heading', { name: 'Oficina Central' })).toBeVisible();
  await waitFor(() =>
    expect(store.get(toastsAtom)).toMatchObject([
      { title: 'Falha', text: 'Erro ao buscar site de carregamento' },
    ]),
  );
  const connectorsFailure = within(await screen.findByRole('alert'));
  expect(connectorsFailure.getByText('Falha')).toBeVisible();
  expect(connectorsFailure.getByText('Erro ao buscar estações de carregamento')).toBeVisible();
});

test('reports an unknown site and links to the home screen and to the brand switch', async () => {
  page({ responses: {}, state: { site } });
  expect(await screen.findByRole('heading', { name: 'Local não encontrado' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver locais próximos' })).toHaveAttribute('href', '/marca/');
  expect(screen.getByRole('link', { name: 'Trocar de operadora' })).toHaveAttribute(
    'href',
    '/marca/switchBrand',
  );
});

test('expands the opening state to the hours of the whole week', async () => {
  const day = { isOpen: true, from: '06:00', to: '22:00' };
  const csAvailability = JSON.stringify(Array.from({ length: 7 }, () => day));
  const { user } = page({ responses: { [SITE]: { ...site, csAvailability }, [CONNECTORS]: [] } });
  await user.click(await screen.findByText('Ver horários'));
  expect(screen.getAllByText('06:00 às 22:00')).toHaveLength(7);
  expect(screen.getByText(/^Hoje, /)).toBeVisible();
});

test('counts the available connectors and shows the cost of an example charge', async () => {
  page({
    responses: {
      [SITE]: site,
      [CONNECTORS]: [
        connector,
        { ...connector, connectorId: 2, connectorStatus: 'Charging' },
        { ...connector, connectorId: 3, cpStatus: 'Offline' },
      ],
    },
  });
  expect(await screen.findByText('1 de 3 disponíveis')).toBeVisible();
  expect(screen.getAllByText(/20,0\skWh: cerca de R\$\s40,00/)).toHaveLength(3);
});

test('keeps the connectors and shows their age when a refresh fails', async () => {
  const { queryClient } = page({
    responses: {
      [SITE]: site,
      [CONNECTORS]: (_: URL, times: number) => (times < 1 ? [connector] : failure(503)()),
    },
  });
  await screen.findByText('Disponível');
  expect(screen.queryByText(/^Atualizado/)).toBeNull();
  await queryClient.refetchQueries({ queryKey: ['/SiteConnectors/{id}'] });
  expect(await screen.findByText(/^Atualizado/)).toBeVisible();
  expect(screen.getByText('Disponível')).toBeVisible();
});

test('copies the link if the device has no share sheet', async () => {
  const { user, store } = page();
  await user.click(await screen.findByRole('button', { name: 'Compartilhar' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/marca/charger/7`);
  expect(store.get(toastsAtom)).toMatchObject([{ title: 'Link copiado' }]);
});

test('shows a price with an unreadable amount as unknown, not as free', async () => {
  const malformed = { ...connector, priceProfilePeriod: { PriceKwh: 'R$ 1,90' } };
  page({ responses: { [SITE]: site, [CONNECTORS]: [malformed] } });
  expect(await screen.findByText('Preço não informado')).toBeVisible();
  expect(screen.queryByText(/Grátis/)).toBeNull();
});

test('offers no directions to a site with unreadable coordinates', async () => {
  page({
    responses: { [SITE]: { ...site, csLocation: { coordinates: 'center' } }, [CONNECTORS]: [connector] },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Oficina Central' })).toBeVisible();
  await screen.findByText('Disponível');
  expect(screen.queryByRole('button', { name: 'Como Chegar' })).toBeNull();
});
