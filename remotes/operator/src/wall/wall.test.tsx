import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { toastsAtom } from '@shared/state';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import remote from '../remote.ts';

const boards: [path: string, call: { path: string }, failure: string][] = [
  ['charger-status', calls.siteBoard, 'Erro ao buscar estações de carregamento'],
  [
    'recharge-priority',
    calls.fleetPriority,
    'Erro ao buscar os veículos da frota. Por favor, tente novamente',
  ],
  [
    'reliability',
    calls.siteReliability,
    'Erro ao buscar a confiabilidade dos carregadores. Por favor, tente novamente',
  ],
];
const board = { csName: 'Garagem Norte', count: 0, connectors: [], fleetVehicles: [] };

// A new element would lose the focus, which the shell puts on the heading.
test.each(boards)('keeps the heading of the board %s when its data arrives', async (path, { path: call }) => {
  const data = Promise.withResolvers<typeof board>();
  renderScreen(remote, {
    at: `/marca/viewers/fleet/${path}/7`,
    responses: { [`GET ${call.replace('{id}', '7')}`]: () => data.promise },
  });
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/^Atualizado/)).toBeNull();
  data.resolve(board);
  await screen.findByText('Garagem Norte');
  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
});

test.each(boards)(
  'keeps the board %s and offers a retry in a toast when a poll fails',
  async (path, { path: call }, text) => {
    let isUp = true;
    const { queryClient, store } = renderScreen(remote, {
      at: `/marca/viewers/fleet/${path}/7`,
      responses: { [`GET ${call.replace('{id}', '7')}`]: () => (isUp ? board : failure(500)()) },
    });
    await screen.findByText('Garagem Norte');
    isUp = false;
    await act(() => queryClient.refetchQueries());
    await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ title: 'Falha', text }]));
    expect(screen.getByText('Garagem Norte')).toBeVisible();
    isUp = true;
    await act(() => queryClient.refetchQueries());
    await waitFor(() => expect(store.get(toastsAtom)).toEqual([]));
  },
);
