import { afterEach, expect, rs, test } from '@rstest/core';
import { formatTime } from '@shared/brazil';
import { calls } from '@shared/contract';
import { parseLiveFrame } from '@shared/contract/live';
import { emitLiveEvent, sessionAtom, toastsAtom } from '@shared/state';
import { failure } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { charging, finished, minutesAgo, openValet, QUEUE, rowOf, SITE, waiting } from './valet.testing.ts';

afterEach(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
});

const platesInOrder = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const pollQueue = ({ queryClient }: ReturnType<typeof openValet>) =>
  act(() => queryClient.refetchQueries({ queryKey: [calls.valetQueue.path] }));

test('shows a loading state, then the site and a link to its chargers', async () => {
  const { user, currentPath } = openValet([waiting]);
  expect(await screen.findByText('Carregando...')).toBeVisible();
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading).toHaveTextContent('Valet');
  // No count is shown before the queue has loaded.
  expect(screen.getByText('0 aguardando')).not.toBeVisible();
  expect(screen.getByText(/Carregadores livres/)).not.toBeVisible();
  await rowOf(/ABC-1234/);
  expect(screen.getByText(/^\d\d\/\d\d\/\d{4} - \d\d:\d\d$/)).toBeVisible();
  // The same element: a new one would lose the focus, which the shell puts on the heading.
  expect(await screen.findByRole('heading', { name: 'Garagem Norte' })).toBe(heading);
  expect(screen.getByText('Carregadores livres: 1 de 1')).toBeVisible();
  expect(screen.getByText('1 aguardando')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Carregadores' }));
  expect(currentPath()).toBe('/marca/viewers/vallet/charger-status/7');
});

test('does not count a charger with a car plugged in as available', async () => {
  const at = (connectorId: number, connectorStatus: string) => ({
    cpCode: '20001',
    connectorId,
    cpStatus: 'Online',
    connectorStatus,
  });
  openValet([waiting], { [SITE]: { connectors: [at(1, 'Available'), at(2, 'Preparing')] } });
  expect(await screen.findByText('Carregadores livres: 1 de 2')).toBeVisible();
});

test('navigates back to the home screen when opened directly', async () => {
  const { user, currentPath } = openValet([waiting]);
  await user.click(await screen.findByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(currentPath()).toBe('/marca/'));
});

test('hides the number of available chargers after a failed fetch', async () => {
  let respond = (): unknown => ({ csName: 'Garagem Norte', connectors: [] });
  const { queryClient } = openValet([waiting], { [SITE]: () => respond() });
  await waitFor(() => expect(screen.getByText('Carregadores livres: 0 de 0')).toBeVisible());
  respond = failure(500);
  await act(() => queryClient.refetchQueries({ queryKey: [calls.siteBoard.path] }));
  await waitFor(() => expect(screen.getByText(/Carregadores livres/)).not.toBeVisible());
  expect(screen.getByRole('heading', { name: 'Garagem Norte' })).toBeVisible();
});

test('shows the columns of the queue', async () => {
  openValet([waiting]);
  await rowOf(/ABC-1234/);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Prisma',
    'Veículo',
    'Carregador',
    'Status',
    'Ações',
  ]);
});

test('shows an empty state for an empty queue', async () => {
  openValet([]);
  expect(await screen.findByText('Nenhum veículo na fila')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Adicionar veículo' })).toBeVisible();
});

test('shows position and waiting time of a waiting car, with start and delete actions', async () => {
  openValet([waiting]);
  const row = await rowOf(/ABC-1234/);
  for (const words of ['12', 'Aguardando', /^1º\sda\sfila · há\s12\smin$/])
    expect(row.getByText(words)).toBeVisible();
  expect(row.getAllByRole('button').map((button) => button.title || button.textContent)).toEqual([
    'Iniciar a recarga',
    'Excluir veículo',
  ]);
  expect(row.getByRole('button', { name: 'Iniciar a recarga' })).toHaveAccessibleDescription('ABC-1234');
});

test('shows where to plug in a car after its start was accepted', async () => {
  openValet([{ ...waiting, chargePointName: 'Vaga 2', connectorId: 1 }]);
  const row = await rowOf(/ABC-1234/);
  for (const words of ['Aguardando', 'Plugue o veículo', 'Vaga 2', /^Conector\s1$/])
    expect(row.getByText(words)).toBeVisible();
});

test('shows charger, energy and start time of a charging car, and the duration of a finished one', async () => {
  openValet([charging, finished]);
  const row = await rowOf(/BRA2E19/);
  for (const words of [
    '8',
    'Vaga 3',
    /^Conector\s1$/,
    /12,3\skWh/,
    'Carregando',
    `início ${formatTime(charging.startTime)}`,
  ])
    expect(row.getByText(words)).toBeVisible();
  expect(row.getAllByRole('button')).toEqual([row.getByRole('button', { name: 'Sobre a recarga' })]);

  const done = await rowOf(/QWE4R56/);
  for (const words of ['Finalizado', 'Libere o carregador', 'duração 01:25'])
    expect(done.getByText(words)).toBeVisible();
  expect(done.queryByText(/kWh/)).toBeNull();
  expect(done.queryByRole('button')).toBeNull();
});

test('shows a car without queueing time as pending, and an unknown status as it is', async () => {
  openValet([
    { ...waiting, cqQueuedAt: null },
    { ...charging, status: 'RESERVED' },
    { ...finished, status: null },
  ]);
  const pending = await rowOf(/ABC-1234/);
  expect(pending.getByText('Pendente')).toBeVisible();
  expect(pending.getAllByRole('button')).toEqual([pending.getByRole('button', { name: 'Excluir veículo' })]);
  expect((await rowOf(/BRA2E19/)).getByText('RESERVED')).toBeVisible();
  expect((await rowOf(/QWE4R56/)).queryByRole('button')).toBeNull();
});

test('sorts just finished cars first, then waiting (longest first), charging, long finished and pending', async () => {
  const car = (cqUvLicencePlate: string, more: object) => ({
    ...waiting,
    ...more,
    cqId: cqUvLicencePlate,
    cqUvLicencePlate,
  });
  openValet([
    car('PEN-0001', { cqQueuedAt: null }),
    car('OLD-0001', { ...finished, startTime: minutesAgo(300) }),
    car('CAR-0001', charging),
    car('WAI-0002', { cqQueuedAt: minutesAgo(5) }),
    car('WAI-0001', { cqQueuedAt: minutesAgo(50) }),
    car('NEW-0001', finished),
  ]);
  await rowOf(/NEW-0001/);
  expect(platesInOrder()).toEqual(['NEW-0001', 'WAI-0001', 'WAI-0002', 'CAR-0001', 'OLD-0001', 'PEN-0001']);
  expect((await rowOf(/WAI-0001/)).getByText(/^1º\sda\sfila/)).toBeVisible();
  expect((await rowOf(/WAI-0002/)).getByText(/^2º\sda\sfila/)).toBeVisible();
  expect((await rowOf(/OLD-0001/)).queryByText('Libere o carregador')).toBeNull();
});

test('shows one toast when a charge finishes, and moves its row up', async () => {
  let queue: object[] = [waiting, charging];
  const view = openValet(() => queue);
  await rowOf(/BRA2E19/);
  queue = [waiting, { ...finished, cqId: 2, cqUvLicencePlate: 'BRA2E19' }];
  await pollQueue(view);
  await waitFor(() => expect(platesInOrder()).toEqual(['BRA2E19', 'ABC-1234']));
  const toasts = () => view.store.get(toastsAtom).map(({ title, text }) => [title, text]);
  await waitFor(() => expect(toasts()).toEqual([['Recarga finalizada', 'Prisma 31 · BRA2E19']]));
  view.store.set(toastsAtom, []);
  await pollQueue(view);
  expect(toasts()).toEqual([]);
});

test('keeps the queue and shows its age when a poll fails', async () => {
  const view = openValet((_: URL, times: number) => (times === 0 ? [waiting] : failure(500)()));
  await rowOf(/ABC-1234/);
  expect(screen.queryByText(/^Atualizado/)).toBeNull();
  await pollQueue(view);
  expect(await screen.findByText(/^Atualizado (agora|há )/)).toBeVisible();
  await rowOf(/ABC-1234/);
});

test('offers a retry in a toast when a poll fails, but not after a 403', async () => {
  let respond = (): unknown => [waiting];
  const view = openValet(() => respond());
  await rowOf(/ABC-1234/);
  respond = failure(500);
  await pollQueue(view);
  const text = 'Ocorreu um erro de comunicação com o servidor.';
  await waitFor(() => expect(view.store.get(toastsAtom)).toMatchObject([{ title: 'Falha', text }]));
  respond = failure(403);
  await pollQueue(view);
  await waitFor(() => expect(view.store.get(toastsAtom)).toEqual([]));
});

test('retries a queue that failed to load, and offers to go back', async () => {
  const { user } = openValet((_: URL, times: number) => (times === 0 ? failure(500)() : [waiting]));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Ocorreu um erro de comunicação com o servidor.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Voltar' })).toBeVisible();
  await user.click(alert.getByRole('button', { name: 'Tentar novamente' }));
  await rowOf(/ABC-1234/);
});

test('rejects users who are not valets of the site, and offers to go back or change accounts', async () => {
  const { user, currentPath, store } = openValet(failure(403));
  expect(await screen.findByText('Você não tem permissão para acessar essa página.')).toBeVisible();
  expect(screen.queryByText(/Adicionar/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Entrar com outra conta' }));
  expect(store.get(sessionAtom)).toEqual({ status: 'guest' });
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  expect(currentPath()).toBe('/marca/');
});

test('hides the cars when the user stops being a valet of the site', async () => {
  const view = openValet((_: URL, times: number) => (times === 0 ? [waiting] : failure(403)()));
  await rowOf(/ABC-1234/);
  await pollQueue(view);
  expect(await screen.findByText('Você não tem permissão para acessar essa página.')).toBeVisible();
  expect(screen.queryByText('ABC-1234')).toBeNull();
});

test('refetches the queue when a charge starts or ends, but not on meter values', async () => {
  const { requests } = openValet([waiting]);
  await rowOf(/ABC-1234/);
  const polls = () => requests.filter((call) => call === QUEUE).length;
  const emit = (event: object) =>
    act(async () => void emitLiveEvent(parseLiveFrame(JSON.stringify(event)) ?? { type: 'heartbeat' }));
  const connector = { chargePointId: 'CP-1', connectorId: 1, status: 'Charging' };
  await emit({ type: 'UpdateConnectorStatusIntegrationEvent', connector });
  await waitFor(() => expect(polls()).toBe(2));
  await emit({ type: 'UpdateConnectorStatusIntegrationEvent', connector: { ...connector, meterKWH: 3 } });
  await emit({ type: 'heartbeat' });
  expect(polls()).toBe(2);
  await emit({ type: 'StopTransactionIntegrationEvent', transaction: { ...connector, transactionId: 9 } });
  await waitFor(() => expect(polls()).toBe(3));
});

test('updates the queue on a slow connection while events keep arriving', async () => {
  const fetches: { respond: (queue: object[]) => void }[] = [];
  const { requests } = openValet((_: URL, times: number) => {
    if (times === 0) return [waiting];
    const { promise, resolve } = Promise.withResolvers<object[]>();
    fetches.push({ respond: resolve });
    return promise;
  });
  await rowOf(/ABC-1234/);
  const polls = () => requests.filter((call) => call === QUEUE).length;
  const emit = (status: string) => {
    const connector = { chargePointId: 'CP-1', connectorId: 1, status };
    const frame = JSON.stringify({ type: 'UpdateConnectorStatusIntegrationEvent', connector });
    return act(async () => void emitLiveEvent(parseLiveFrame(frame) ?? { type: 'heartbeat' }));
  };
  for (const status of ['Preparing', 'Charging', 'Finishing', 'Available']) await emit(status);
  await waitFor(() => expect(polls()).toBe(2));
  await act(async () => fetches[0]?.respond([charging]));
  expect(await rowOf(/BRA2E19/)).toBeDefined();
  // The events that arrived during the fetch cause another fetch.
  await waitFor(() => expect(polls()).toBe(3));
  await act(async () => fetches[1]?.respond([finished]));
  expect(await rowOf(/QWE4R56/)).toBeDefined();
  expect(polls()).toBe(3);
});

test('polls the queue every 15 s and the site every 5 s, also in the background', async () => {
  // Load the lazy route first: dynamic imports don't resolve under fake timers.
  await import('./page.tsx');
  rs.useFakeTimers();
  rs.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { requests } = openValet([waiting]);
  for (const ms of [500, 500]) await act(() => rs.advanceTimersByTimeAsync(ms));
  const counts = () => [QUEUE, SITE].map((call) => requests.filter((one) => one === call).length);
  expect(counts()).toEqual([1, 1]);
  await act(() => rs.advanceTimersByTimeAsync(60_000));
  expect(counts()).toEqual([5, 13]);
});

test('keeps the screen awake', async () => {
  const release = rs.fn(async () => undefined);
  const request = rs.fn(async () => ({ release }));
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  const { unmount } = openValet([waiting]);
  await rowOf(/ABC-1234/);
  expect(request).toHaveBeenCalledWith('screen');
  unmount();
  await waitFor(() => expect(release).toHaveBeenCalled());
  Reflect.deleteProperty(navigator, 'wakeLock');
});

test('shows a vehicle with an unreadable arrival time as pending, as without one, whatever its status', async () => {
  openValet([{ ...charging, cqQueuedAt: 'noon' }, waiting]);
  const row = await rowOf(/BRA2E19/);
  expect(row.getByText('Pendente')).toBeVisible();
  expect(row.getAllByRole('button')).toEqual([row.getByRole('button', { name: 'Excluir veículo' })]);
});
