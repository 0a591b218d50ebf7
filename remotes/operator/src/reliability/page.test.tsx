import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, within } from '@testing-library/react';
import remote from '../remote.ts';

const CALL = 'GET /viewer/ConnectorReliability/7';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const connector = { cpCode: '20001', connectorId: 1, cpStatus: 'Online', connectorStatus: 'Available' };
const poor = {
  ...connector,
  name: 'Carregador 02',
  connectorId: 2,
  connectorStatus: 'Faulted',
  reliability: { succeeded: 3, attempts: 12, lowPercent: 8.9, highPercent: 53.2 },
  get lastGoodCharge() {
    return { endedAt: minutesAgo(12), energyKwh: 47 };
  },
};
const good = {
  ...connector,
  name: 'Carregador 01',
  reliability: { succeeded: 40, attempts: 40, lowPercent: 91.2, highPercent: 100 },
};
const unmeasured = { ...connector, name: 'Carregador 03', connectorId: 3 };
const site = { csName: 'Garagem Norte', connectors: [poor, good, unmeasured] };

const openBoard = (response: unknown) =>
  renderScreen(remote, { at: '/marca/viewers/fleet/reliability/7', responses: { [CALL]: response } });
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));

test('shows the charges that worked, the interval of the rate, the last good charge and the state', async () => {
  openBoard(site);
  const row = await rowOf(/Carregador 02/);
  for (const words of [
    '3 das últimas 12 recargas deram certo',
    '(9% a 53%)',
    /^há\s12\smin, 47,0\skWh$/,
    'Falha',
    '20001-2',
  ])
    expect(row.getByText(words)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Confiabilidade' })).toBeVisible();
  expect(screen.getByText('Garagem Norte')).toBeVisible();
});

test("keeps the server's order, and shows no rate for a connector with few charges", async () => {
  openBoard(site);
  const row = await rowOf(/Carregador 03/);
  expect(row.getByText('Poucas recargas para medir')).toBeVisible();
  expect(row.getByText('—')).toBeVisible();
  const names = screen.getAllByRole('rowheader').map(({ textContent }) => textContent.slice(0, 13));
  expect(names).toEqual(['Carregador 02', 'Carregador 01', 'Carregador 03']);
});

test('counts the connectors that often fail, and those with a measurement', async () => {
  openBoard(site);
  expect(await screen.findByText('1 costuma falhar')).toBeVisible();
  expect(screen.getByText('Com medição').nextElementSibling).toHaveTextContent('2 de 3');
});

test('keeps the board and shows its age when a poll fails', async () => {
  const { queryClient } = openBoard((_: URL, times: number) => (times === 0 ? site : failure(500)()));
  await rowOf(/Carregador 01/);
  await act(() => queryClient.refetchQueries({ queryKey: [calls.siteReliability.path] }));
  expect(await screen.findByText(/^Atualizado (agora|há )/)).toBeVisible();
  expect(screen.getByRole('row', { name: /Carregador 01/ })).toBeVisible();
});

test('offers a retry when the backend has no measurements, and a link to the status board', async () => {
  const { user, currentPath } = openBoard((_: URL, times: number) => (times === 0 ? failure(404)() : site));
  await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  await rowOf(/Carregador 01/);
  await user.click(screen.getByRole('link', { name: 'Carregadores' }));
  expect(currentPath()).toBe('/marca/viewers/fleet/charger-status/7');
});
