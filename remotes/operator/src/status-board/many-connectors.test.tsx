import { expect, test } from '@rstest/core';
import { renderScreen } from '@shared/testing';
import { act, screen, within } from '@testing-library/react';
import { advanceTime, installFakeTime, waitForTable } from '../fake-time.testing.ts';
import remote from '../remote.ts';

const CONNECTORS = 500;
/** Enough for the pages of a wall display. */
const ON_PAGES = 200;
const boardAt = (poll: number, length: number) => ({
  csName: 'Garagem Norte',
  connectors: Array.from({ length }, (_, index) => ({
    cpCode: 20_000 + index,
    connectorId: 1,
    name: `${index === 180 ? 'מטען' : 'Carregador'} ${index + 1}`,
    cpStatus: 'Online',
    connectorStatus: index === 7 ? 'Available' : index === 180 ? 'Faulted' : 'Charging',
    // Each poll changes a single connector.
    meterKWH: index === 3 ? poll : 12.3,
  })),
});

installFakeTime();

async function openBoard(size: readonly [width: number, height: number], length = ON_PAGES) {
  Object.assign(window, { innerWidth: size[0], innerHeight: size[1] });
  const view = renderScreen(remote, {
    at: '/marca/viewers/fleet/charger-status/7',
    responses: {
      'GET /viewer/SiteConnectorsStatus/7': (_: URL, times: number) => boardAt(times + 1, length),
    },
  });
  await waitForTable();
  return view;
}

test('renders all 500 connectors on a phone, and a poll changes only the updated cell', async () => {
  const { container } = await openBoard([390, 844], CONNECTORS);
  expect(screen.getAllByRole('row')).toHaveLength(CONNECTORS + 1);
  const touched: Node[] = [];
  const observer = new MutationObserver((records) => touched.push(...records.map(({ target }) => target)));
  observer.observe(within(container).getByRole('table'), {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  await advanceTime(30_000);
  await advanceTime(30_000);
  observer.disconnect();
  expect(screen.getByText(/^3,0\skWh$/)).toBeVisible();
  expect(touched).toHaveLength(2);
  expect(new Set(touched).size).toBe(1);
});

test('turns pages of connectors on a wall display, and starts over after the last page', async () => {
  await openBoard([1920, 1080]);
  const pageNote = screen.getByText('Página 1 de 3');
  expect(screen.getByRole('row', { name: /Carregador 1 / })).toBeVisible();
  await advanceTime(15_000);
  expect(pageNote).toHaveTextContent('Página 2 de 3');
  expect(screen.queryByRole('row', { name: /Carregador 1 / })).toBeNull();
  for (let page = 2; page <= 3; page++) await advanceTime(15_000);
  expect(pageNote).toHaveTextContent('Página 1 de 3');
});

test('names an available and an out-of-service connector on every page, each isolated', async () => {
  await openBoard([1920, 1080]);
  for (let page = 0; page < 3; page++) {
    expect(screen.getByText('Disponíveis').nextElementSibling).toHaveTextContent('Carregador 8');
    expect(screen.getByText('Fora de serviço').nextElementSibling).toHaveTextContent(
      /^\u2068מטען 181\u2069$/,
    );
    await advanceTime(15_000);
  }
});

const press = (name: string) => act(() => screen.getByRole('button', { name }).click());

test('lets the user pause and turn the pages', async () => {
  await openBoard([1920, 1080]);
  press('Pausar 5 min');
  await advanceTime(60_000);
  expect(screen.getByText('Página 1 de 3')).toBeVisible();
  press('Página anterior');
  expect(screen.getByText('Página 3 de 3')).toBeVisible();
  press('Próxima página');
  press('Continuar');
  await advanceTime(15_000);
  expect(screen.getByText('Página 2 de 3')).toBeVisible();
});

test('continues five minutes after the last press on a paused wall display', async () => {
  await openBoard([1920, 1080]);
  press('Pausar 5 min');
  await advanceTime(4 * 60_000);
  press('Próxima página');
  await advanceTime(4 * 60_000);
  expect(screen.getByText('Página 2 de 3')).toBeVisible();
  await advanceTime(60_000);
  expect(screen.getByRole('button', { name: 'Pausar 5 min' })).toBeVisible();
  await advanceTime(15_000);
  expect(screen.getByText('Página 3 de 3')).toBeVisible();
});
