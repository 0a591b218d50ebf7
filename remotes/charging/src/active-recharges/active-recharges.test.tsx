import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { formatTime } from '@shared/brazil';
import type { RunnableRemote } from '@shared/contract';
import { RECHARGES_HEIGHT } from '@shared/contract/view-names';
import { device, onlineAtom, plugWaitsAtom, sessionAtom } from '@shared/state';
import { failure } from '@shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { ACTIVE, ATTEMPTS, connector, openScreen, STATUS, transaction } from '../charging.testing.ts';
import { Component } from './active-recharges.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => void rs.useRealTimers());

const running = { ...connector, status: 'Charging', soC: 41, chargeRateKW: 7.4, transaction };
/** A home screen with only this slot. */
const remote: RunnableRemote = {
  name: 'home',
  routes: [{ path: '', lazy: async () => ({ Component }) }],
};

test('shows a running charge as a card with ring, power and time that links to its screen', async () => {
  openScreen('', { [ACTIVE]: [transaction], [STATUS]: [running] }, { remote });
  const card = await screen.findByRole('link', { name: /Carregando/ });
  expect(card).toHaveAttribute('href', '/brand/recharge/cp/1');
  expect(card).toHaveTextContent('41%');
  expect(card).toHaveTextContent('7,4 kW');
  expect(card).toHaveTextContent('00:10:00');
});

test('shows the number of the connector if two charges are at one site', async () => {
  const at = (connectorId: number, csName: string) => ({
    ...transaction,
    connectorId,
    chargerSite: { csName },
  });
  openScreen(
    '',
    {
      [ACTIVE]: [at(1, 'Oficina'), at(2, 'Oficina'), at(3, 'Estação')],
      [STATUS]: [running],
      'GET /OnlineConnectorStatus/cp/2': [{ ...running, connectorId: 2, chargerId: '12345-2' }],
      'GET /OnlineConnectorStatus/cp/3': [{ ...running, connectorId: 3, chargerId: '12345-3' }],
    },
    { remote },
  );
  expect(await screen.findByText('Oficina · 12345-1')).toBeVisible();
  expect(await screen.findByText('Oficina · 12345-2')).toBeVisible();
  expect(screen.getByText('Estação')).toBeVisible();
});

test('shows the number of the connector on each card if two starts wait at one site', async () => {
  const waitUntil = new Date(Date.now() + 50_000).toISOString();
  const at = (connectorId: number) => ({
    attemptId: connectorId,
    chargePointId: 'cp',
    connectorId,
    waitUntil,
    chargerSite: { csName: 'Oficina' },
  });
  const other = { ...connector, connectorId: 2, chargerId: '12345-2' };
  const responses = { [ATTEMPTS]: [at(1), at(2)], 'GET /OnlineConnectorStatus/cp/2': [other] };
  openScreen('', responses, { remote });
  expect(await screen.findByText('Oficina · 12345-1')).toBeVisible();
  expect(await screen.findByText('Oficina · 12345-2')).toBeVisible();
});

test('shows on the card when overstay starts to be charged', async () => {
  const price = { PriceTimeOverstay: 30, OverstayGracePeriod: 10 };
  const suspendedSince = new Date(Date.now() - 60_000).toISOString();
  const idle = { ...transaction, startPriceProfilePeriod: price, suspendedSince };
  const report = { ...running, status: 'SuspendedEV', transaction: idle };
  openScreen('', { [ACTIVE]: [transaction], [STATUS]: [report] }, { remote });
  const start = formatTime(Date.parse(suspendedSince) + 600_000);
  expect(await screen.findByText(`Permanência cobrada a partir das ${start}`)).toBeVisible();
});

test("doesn't call the connector of a running charge available", async () => {
  openScreen('', { [ACTIVE]: [transaction], [STATUS]: [{ ...running, status: 'Available' }] }, { remote });
  expect(await screen.findByText('41%')).toBeVisible();
  expect(screen.getByRole('link', { name: /Recarga em andamento/ })).toBeVisible();
  expect(screen.queryByText('Disponível')).not.toBeInTheDocument();
});

test('renders nothing without a running charge and makes no request for a guest', async () => {
  const user = openScreen('', {}, { remote });
  await waitFor(() => expect(user.bodiesOf(ACTIVE)).toHaveLength(1));
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  user.unmount();
  const guest = openScreen('', {}, { remote });
  act(() => guest.store.set(sessionAtom, { status: 'guest' }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(guest.bodiesOf(ACTIVE)).toHaveLength(0);
});

test("shows 'Falha' with a retry while running charges are unknown, and nothing while offline", async () => {
  const view = openScreen('', { [ACTIVE]: failure(503), [STATUS]: [running] }, { remote });
  expect(await screen.findByRole('alert')).toHaveTextContent('Falha');
  act(() => view.store.set(onlineAtom, false));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  act(() => view.store.set(onlineAtom, true));
  view.respond(ACTIVE, [transaction]);
  await view.user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('link', { name: /Carregando/ })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('fetches unknown running charges again every 30 s', async () => {
  rs.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const active = (_: URL, times: number) => (times < 1 ? failure(503)() : [transaction]);
  openScreen('', { [ACTIVE]: active, [STATUS]: [running] }, { remote });
  await screen.findByRole('alert');
  await act(async () => rs.advanceTimersByTime(30_000));
  expect(await screen.findByRole('link', { name: /Carregando/ })).toBeVisible();
});

test('keeps a start that waits for the plug on screen while running charges are unknown', async () => {
  const attempts = [{ ...waiting, waitUntil: inSeconds(42) }];
  openScreen('', { [ACTIVE]: failure(503), [ATTEMPTS]: attempts }, { remote });
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(await screen.findByRole('link', { name: /Conecte o plug no seu veículo\./ })).toBeVisible();
});

test('shows a start that waits for the plug in the space of the cards while the call is running', async () => {
  device.write(RECHARGES_HEIGHT, '106px');
  const attempts = [{ ...waiting, waitUntil: inSeconds(42) }];
  openScreen('', { [ACTIVE]: () => new Promise(() => undefined), [ATTEMPTS]: attempts }, { remote });
  expect(await screen.findByRole('link', { name: /Conecte o plug no seu veículo\./ })).toBeVisible();
});

test('forgets the space of the cards when no charge is running', async () => {
  device.write(RECHARGES_HEIGHT, '220px');
  openScreen('', {}, { remote });
  await waitFor(() => expect(device.read(RECHARGES_HEIGHT)).toBeUndefined());
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const waiting = { attemptId: 6, chargePointId: 'cp', connectorId: 1, chargerSite: { csName: 'Oficina' } };

test('shows a start that waits for the plug as a card with a countdown and a link to the recharge screen', async () => {
  openScreen('', { [ATTEMPTS]: [{ ...waiting, waitUntil: inSeconds(42) }] }, { remote });
  const card = await screen.findByRole('link', { name: /Conecte o plug no seu veículo\./ });
  expect(card).toHaveAttribute('href', '/brand/recharge/cp/1');
  expect(card).toHaveTextContent('00:42');
  expect(card).toHaveTextContent('Oficina');
});

test('shows the charge instead of its wait, and no card for a failed start or an expired wait', async () => {
  const attempts = [
    { ...waiting, waitUntil: inSeconds(42) },
    { ...waiting, connectorId: 2, errorCode: 'ConnectorLockFailure' },
    { ...waiting, connectorId: 3, waitUntil: inSeconds(-1) },
  ];
  openScreen('', { [ACTIVE]: [transaction], [STATUS]: [running], [ATTEMPTS]: attempts }, { remote });
  expect(await screen.findByRole('link', { name: /Carregando/ })).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('removes the card when the wait ends', async () => {
  openScreen('', { [ATTEMPTS]: [{ ...waiting, waitUntil: inSeconds(42) }] }, { remote });
  await screen.findByRole('link');
  rs.setSystemTime(Date.now() + 42_000);
  await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
});

test('removes the card of a wait that was cancelled on another device', async () => {
  rs.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { respond } = openScreen('', { [ATTEMPTS]: [{ ...waiting, waitUntil: inSeconds(42) }] }, { remote });
  await screen.findByRole('link');
  respond(ATTEMPTS, []);
  await act(async () => rs.advanceTimersByTime(5_000));
  rs.useRealTimers();
  await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
});

test('shows the wait that this device began when the server does not list waits', async () => {
  const view = openScreen('', { [ATTEMPTS]: failure(404) }, { remote, plugWait: 42 });
  const card = await screen.findByRole('link', { name: /Conecte o plug no seu veículo\./ });
  expect(card).toHaveAttribute('href', '/brand/recharge/cp/1');
  expect(card).toHaveTextContent(/00:4[12]/);
  act(() => view.store.set(plugWaitsAtom, { 'cp/1': Date.now() - 1, 'cp/2': Number.MAX_VALUE }));
  // The time is that of the last tick, at most a second ago.
  await waitFor(() => expect(screen.queryByRole('link')).not.toBeInTheDocument());
});

test("shows the charge instead of this device's wait", async () => {
  const responses = { [ACTIVE]: [transaction], [STATUS]: [running], [ATTEMPTS]: failure(404) };
  openScreen('', responses, { remote, plugWait: 42 });
  expect(await screen.findByRole('link', { name: /Carregando/ })).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
