import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, within } from '@testing-library/react';
import remote from '../remote.ts';

const CALL = 'GET /viewer/SiteConnectorsStatus/7';
const charging = {
  name: 'Carregador 01',
  cpCode: '20001',
  connectorId: 1,
  uvName: 'Van 12',
  soC: 63.4,
  transactionId: 5,
  meterKWH: 12.34,
  chargeRateKW: 21.92,
  requiredChargeTime: '01:25:10',
  startTime: '2026-11-21T10:03:00Z',
  cpStatus: 'Online',
  connectorStatus: 'Charging',
};
const idle = {
  name: 'Carregador 02',
  cpCode: '20002',
  connectorId: 1,
  cpStatus: 'Offline',
  connectorStatus: null,
};
const site = { csName: 'Garagem Norte', count: 2, connectors: [charging, idle] };

const openBoard = (response: unknown, more: Partial<Parameters<typeof renderScreen>[1]> = {}) =>
  renderScreen(remote, {
    at: '/marca/viewers/fleet/charger-status/7',
    responses: { [CALL]: response },
    ...more,
  });
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));

test('shows the site name, the time and the number of chargers', async () => {
  openBoard(site);
  expect(await screen.findByRole('heading', { name: 'Garagem Norte' })).toBeVisible();
  expect(screen.getByText(/^\d\d\/\d\d\/\d{4} - \d\d:\d\d$/)).toBeVisible();
  expect(screen.getByText('Total de carregadores').nextElementSibling).toHaveTextContent('2');
  expect(screen.getByText('1 em uso')).toBeVisible();
});

test('shows energy, power, time left and start time (UTC-3) of a charging connector', async () => {
  openBoard(site);
  const row = await rowOf(/Carregador 01/);
  for (const words of [/12,3\skWh/, /21,9\skW/, '01:25', 'início 07:03', 'Carregando', 'Van 12', '63%'])
    expect(row.getByText(words)).toBeVisible();
});

test('shows the power of a limited site against its limit, and which car waits for some', async () => {
  const waiting = { ...charging, chargeRateKW: null, connectorStatus: 'SuspendedEVSE', waitsForPower: true };
  openBoard({ ...site, sharedPower: { maxKW: 60, usedKW: 41.23 }, connectors: [waiting, idle] });
  expect((await rowOf(/Carregador 01/)).getByText('Aguarda potência')).toBeVisible();
  expect(screen.getByText('Potência do local').nextElementSibling).toHaveTextContent(/41,2 de 60,0\skW/);
});

test('shows dashes for missing figures and "Desconectado" for an offline connector', async () => {
  openBoard(site);
  const row = await rowOf(/Carregador 02/);
  expect(row.getAllByText('—')).toHaveLength(2);
  expect(row.getByText('Desconectado')).toBeVisible();
});

test('shows no state for a connector that nothing is known of, and a title for a site without a name', async () => {
  openBoard({ csName: null, connectors: [{ ...idle, cpStatus: null }] });
  expect((await rowOf(/Carregador 02/)).getByText('Sem informação')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).not.toBeEmptyDOMElement();
});

test('counts a plugged-in car as in use, and connectors that never reported a status separately', async () => {
  const states = ['Available', 'Preparing', 'Faulted', null];
  const connectors = states.map((connectorStatus, index) => ({
    name: `Vaga ${index}`,
    cpCode: '20001',
    connectorId: index,
    cpStatus: 'Online',
    connectorStatus,
  }));
  openBoard({ csName: 'Garagem Norte', connectors: [...connectors, idle] });
  expect((await rowOf(/Vaga 1/)).getByText('Preparando')).toBeVisible();
  expect((await rowOf(/Vaga 3/)).getByText('Sem informação')).toBeVisible();
  for (const count of ['1 disponível', '1 em uso', '2 fora de serviço', '1 sem informação'])
    expect(screen.getByText(count)).toBeVisible();
});

test('hides the count of missing statuses when every connector has reported one', async () => {
  openBoard(site);
  await rowOf(/Carregador 01/);
  expect(screen.queryByText(/sem informação/)).toBeNull();
});

test('keeps the board and shows its age when a poll fails', async () => {
  const { queryClient } = openBoard((_: URL, times: number) => (times === 0 ? site : failure(500)()));
  await rowOf(/Carregador 01/);
  expect(screen.queryByText(/Atualizado/)).toBeNull();
  await act(() => queryClient.refetchQueries({ queryKey: [calls.siteBoard.path] }));
  expect(await screen.findByText(/^Atualizado (agora|há )/)).toBeVisible();
  expect(screen.getByRole('row', { name: /Carregador 01/ })).toBeVisible();
});

test('retries a board that failed to load', async () => {
  const { user } = openBoard((_: URL, times: number) => (times === 0 ? failure(500)() : site));
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Carregadores');
  await user.click(retry);
  await rowOf(/Carregador 01/);
});

test('shows number and link of the brand’s WhatsApp support', async () => {
  openBoard(site, { brand: { appEmailSupportWhatsappNumber: '5511912345678' } });
  const link = await screen.findByRole('link', { name: /WhatsApp \(11\)\s91234-5678/ });
  expect(link).toHaveAttribute('href', 'https://wa.me/5511912345678');
});

test('links from a fleet’s board to the recharge priority', async () => {
  const { user, currentPath } = openBoard(site);
  await user.click(await screen.findByRole('link', { name: 'Prioridade Recarga' }));
  expect(currentPath()).toBe('/marca/viewers/fleet/recharge-priority/7');
});

test('shows the same board for valets, with a link to the queue', async () => {
  const { user, currentPath } = openBoard(site, { at: '/marca/viewers/vallet/charger-status/7' });
  await rowOf(/Carregador 01/);
  expect(screen.getByRole('link', { name: 'Prioridade Recarga' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Ir para o Valet' }));
  expect(currentPath()).toBe('/marca/valet/7');
});

test('shows an empty state for a site without chargers', async () => {
  openBoard({ csName: 'Garagem Norte', connectors: [] });
  expect(await screen.findByText('Este local ainda não tem carregadores.')).toBeVisible();
});

test('shows a fallback screen for an unknown viewer path', async () => {
  openBoard(site, { at: '/marca/viewers/fleet/nonsense/7' });
  expect(await screen.findByText('Painel não encontrado')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Trocar de operadora' })).toHaveAttribute(
    'href',
    '/marca/switchBrand',
  );
});
