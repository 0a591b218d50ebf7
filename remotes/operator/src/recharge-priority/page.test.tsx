import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, within } from '@testing-library/react';
import remote from '../remote.ts';

const CALL = 'GET /viewer/RechargePriority/7';
const vehicles = [
  { uvId: 1, uvLicencePlate: 'AAA-1111', uvTelemetrySoc: 80 },
  { uvId: 2, uvLicencePlate: 'BBB-2222' },
  {
    uvId: 3,
    uvLicencePlate: 'CCC3C33',
    vmName: 'eT3',
    uvTelemetrySoc: 44.4,
    uvTelemetryTimestamp: '2024-05-06T01:30:00Z',
    isCharging: true,
    autonomyKm: 96.4,
    chargeTimeAC: '03:21:59',
  },
  { uvId: 4, uvLicencePlate: 'DDD-4444', uvTelemetrySoc: null },
  { uvId: 5, uvLicencePlate: 'EEE-5555', uvTelemetrySoc: 44.4 },
  { uvId: 6, uvLicencePlate: 'FFF-6666', uvTelemetrySoc: 0 },
];
const fleet = {
  csName: 'Garagem Norte',
  count: 6,
  requiredBattKwh: 812.44,
  chargeTimeACHour: 36.9,
  fleetVehicles: vehicles,
};
const openBoard = (response: unknown) =>
  renderScreen(remote, { at: '/marca/viewers/fleet/recharge-priority/7', responses: { [CALL]: response } });

const platesOf = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent.slice(0, 3));

test('sorts by battery level, unknown ones last and ties in server order', async () => {
  openBoard(fleet);
  await screen.findByRole('table');
  expect(platesOf()).toEqual(['FFF', 'CCC', 'EEE', 'AAA', 'BBB', 'DDD']);
});

test('names the age of a reading older than a day, and of no other', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const read = (uvId: number, uvLicencePlate: string, hours: number) => ({
    uvId,
    uvLicencePlate,
    uvTelemetrySoc: 10 + uvId,
    uvTelemetryTimestamp: hoursAgo(hours),
  });
  openBoard({ ...fleet, fleetVehicles: [read(1, 'OLD-1111', 50), read(2, 'NEW-2222', 23)] });
  expect(await screen.findByRole('row', { name: /OLD/ })).toHaveTextContent(/há 2 dias/);
  expect(screen.getByRole('row', { name: /NEW/ })).not.toHaveTextContent(/há/);
  expect(platesOf()).toEqual(['OLD', 'NEW']);
});

test('shows battery, model, range, charge time, charging state and reading time of a vehicle', async () => {
  openBoard(fleet);
  const row = within(await screen.findByRole('row', { name: /CCC3C33/ }));
  for (const words of ['44%', 'baixa', 'eT3', /^96\skm$/, '03:21', 'Carregando', /05\/05\/2024 - 22:30/])
    expect(row.getByText(words)).toBeVisible();
});

test('puts vehicles that must charge now first, as the server orders them, and shows when each departs and will be ready', async () => {
  const departing = {
    AAA: { departsAt: '2024-05-06T09:30:00Z', readyAt: '2024-05-06T10:10:00Z', isCharging: true },
    BBB: { departsAt: '2024-05-06T09:00:00Z', readiness: 'urgent' },
    CCC: { departsAt: '2024-05-06T09:30:00Z', readyAt: '2024-05-06T08:10:00Z', readiness: 'urgent' },
    DDD: { departsAt: '2024-05-06T21:00:00Z', readiness: 'ready' },
    EEE: { departsAt: '2024-05-06T08:00:00Z', readiness: 'late' },
  };
  const fleetVehicles = vehicles.map((vehicle) => ({
    ...vehicle,
    ...Object.entries(departing).find(([plate]) => vehicle.uvLicencePlate.startsWith(plate))?.[1],
  }));
  openBoard({ ...fleet, fleetVehicles });
  expect(await screen.findByRole('columnheader', { name: 'Saída' })).toBeVisible();
  expect(platesOf()).toEqual(['BBB', 'CCC', 'EEE', 'FFF', 'AAA', 'DDD']);
  const departures = ['BBB', 'CCC', 'EEE', 'AAA', 'DDD'].map(
    (plate) =>
      screen.getByRole('row', { name: new RegExp(plate) }).querySelector('td:nth-last-child(2)')?.textContent,
  );
  expect(departures).toEqual([
    'saída 06:00carregar agora',
    'saída 06:30pronto às 05:10',
    'saída 05:00 atraso',
    'saída 06:30 atrasopronto às 07:10',
    'saída 18:00pronto',
  ]);
});

test('has no departures for a fleet without any', async () => {
  openBoard(fleet);
  await screen.findByRole('table');
  expect(screen.queryByRole('columnheader', { name: 'Saída' })).not.toBeInTheDocument();
});

test('omits the date of a reading from today', async () => {
  const readNow = { uvId: 9, uvLicencePlate: 'GGG-7777', uvTelemetryTimestamp: new Date().toISOString() };
  openBoard({ ...fleet, fleetVehicles: [readNow] });
  const row = within(await screen.findByRole('row', { name: /GGG/ }));
  expect(row.getByText(/^\d\d:\d\d$/)).toBeVisible();
});

test('shows the fleet totals and links to the status board', async () => {
  const { user, currentPath } = openBoard(fleet);
  expect(await screen.findByText('Total de veículos')).toBeVisible();
  expect(screen.getByText('6')).toBeVisible();
  expect(screen.getByText(/^812,4\skWh$/)).toBeVisible();
  expect(screen.getByText(/^36,9\sh$/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Carregadores' }));
  expect(currentPath()).toBe('/marca/viewers/fleet/charger-status/7');
});

test('shows an empty state for a fleet without vehicles', async () => {
  openBoard({ csName: 'Garagem Norte' });
  expect(await screen.findByText('Esta frota ainda não tem veículos.')).toBeVisible();
});

test('retries a failed first load, and keeps the table and shows its age after a later failed poll', async () => {
  const { user, queryClient } = openBoard((_: URL, times: number) => (times === 1 ? fleet : failure(500)()));
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Prioridade Recarga');
  await user.click(retry);
  await screen.findByRole('table');
  await act(() => queryClient.refetchQueries({ queryKey: [calls.fleetPriority.path] }));
  expect(await screen.findByText(/^Atualizado (agora|há )/)).toBeVisible();
  expect(screen.getByRole('table')).toBeVisible();
});

// Keep last: the server clock offset measured here persists across tests.
test("measures the age of readings by the server's clock when the TV's is behind", async () => {
  const ahead = 30 * 3_600_000;
  const headers = { date: new Date(Date.now() + ahead).toUTCString() };
  const now = new Date().toISOString();
  const read = { uvId: 9, uvLicencePlate: 'GGG-7777', uvTelemetrySoc: 50, uvTelemetryTimestamp: now };
  openBoard(() => Response.json({ ...fleet, fleetVehicles: [read] }, { headers }));
  expect(await screen.findByRole('row', { name: /GGG/ })).toHaveTextContent(/há 1 dia/);
});
