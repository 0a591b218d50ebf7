import { beforeEach, expect, test } from '@rstest/core';
import { queries } from '@shared/client';
import { renderScreen } from '@shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import remote from '../remote.ts';

const site = { csId: 7, csName: 'Oficina Central' };
beforeEach(() => {
  window.scrollY = 0;
});

const open = async () => {
  const view = renderScreen(remote, { at: '/marca/', responses: { 'GET /ChargerSitesSearch': [site] } });
  await screen.findByRole('link', { name: 'Oficina Central' });
  // The gesture's code is loaded after the sites.
  await import('./list-extras.tsx');
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  const searches = () => view.requests.filter((call) => call.includes('ChargerSitesSearch')).length;
  return { ...view, searches, searchesOnOpen: searches() };
};
const finger = (x: number, y: number) => ({ touches: [{ identifier: 1, clientX: x, clientY: y }] });

/** Drags one finger through the points, then lifts it. */
function drag(target: Element, ...[from, ...to]: [x: number, y: number][]) {
  fireEvent.touchStart(target, finger(...(from ?? [0, 0])));
  for (const place of to) fireEvent.touchMove(target, finger(...place));
  fireEvent.touchEnd(target, { touches: [] });
}

test('refreshes on a pull of 90 px from the top', async () => {
  const { searches, searchesOnOpen } = await open();
  drag(screen.getByRole('main'), [100, 100], [100, 140], [102, 190]);
  await waitFor(() => expect(searches()).toBe(searchesOnOpen + 1));
});

test.each<[string, [number, number][]]>([
  [
    'is shorter',
    [
      [100, 100],
      [100, 189],
    ],
  ],
  [
    'goes back up',
    [
      [100, 100],
      [100, 250],
      [100, 120],
    ],
  ],
  [
    'starts sideways',
    [
      [100, 100],
      [220, 120],
      [220, 300],
    ],
  ],
  [
    'starts upwards',
    [
      [100, 300],
      [100, 250],
      [100, 450],
    ],
  ],
])('does not refresh on a pull that %s', async (_, [from = [0, 0], ...to]) => {
  const { searches, searchesOnOpen } = await open();
  drag(screen.getByRole('main'), from, ...to);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(searches()).toBe(searchesOnOpen);
});

test('does not refresh when the page is scrolled, in a dialog, or with two fingers', async () => {
  const { searches, searchesOnOpen, user } = await open();
  window.scrollY = 300;
  drag(screen.getByRole('main'), [100, 100], [100, 300]);
  window.scrollY = 0;
  const main = screen.getByRole('main');
  fireEvent.touchStart(main, { touches: [...finger(100, 100).touches, ...finger(200, 100).touches] });
  fireEvent.touchMove(main, finger(100, 300));
  fireEvent.touchEnd(main, { touches: [] });
  await user.click(screen.getByRole('button', { name: 'Filtros' }));
  drag(screen.getByRole('dialog'), [100, 100], [100, 300]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(searches()).toBe(searchesOnOpen);
});

test('refreshes sites and running charges with the button', async () => {
  const { searches, searchesOnOpen, user, queryClient } = await open();
  const { queryKey } = queries.activeRecharges();
  queryClient.setQueryData(queryKey, []);
  await user.click(screen.getByRole('button', { name: 'Atualizar' }));
  await waitFor(() => expect(searches()).toBe(searchesOnOpen + 1));
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
