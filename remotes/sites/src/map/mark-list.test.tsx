import { expect, rs, test } from '@rstest/core';
import { ChargerSite } from '@shared/contract';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { MapHandle } from './engine.ts';
import { MarkList } from './mark-list.tsx';
import { type Mark, siteMark } from './visible-marks.ts';

function pin(csId: number, csName: string, available: number, inUse: number): Mark {
  const coordinates = [-46.65, -23.55];
  const chargerSiteStatus = { available, inUse, offLine: 1 };
  const mark = siteMark(ChargerSite.parse({ csId, csName, csLocation: { coordinates }, chargerSiteStatus }));
  if (!mark) throw new Error('the site has no location');
  return mark;
}

const cluster: Mark = {
  key: 'cluster 1',
  at: { lat: -23.5, lng: -46.6 },
  clusterId: 1,
  count: 12,
  available: 7,
  inUse: 2,
};

function fakeMapHandle() {
  const moved: (() => void)[] = [];
  let x = 10;
  const handle: MapHandle = {
    container: document.body,
    view: () => ({ lat: 0, lng: 0, zoom: 15 }),
    bounds: () => ({ west: 0, south: 0, east: 0, north: 0 }),
    project: () => ({ x, y: 20 }),
    moveTo: rs.fn(),
    zoomBy: rs.fn(),
    moveUp: rs.fn(),
    focus: rs.fn(),
    features: () => [],
    clusterZoom: async () => 16,
    clusterSites: async () => [],
    on: (_, listener) => {
      moved.push(listener);
      return () => {};
    },
  };
  const move = (to: number) => {
    x = to;
    for (const listener of moved) listener();
  };
  return { handle, move };
}

test('renders pins and clusters as buttons that describe their sites', async () => {
  const { handle } = fakeMapHandle();
  const onPress = rs.fn();
  const centro = pin(1, 'Oficina Centro', 2, 1);
  const marks = [centro, pin(2, 'Praça', 0, 1), pin(3, '', 0, 0), cluster];
  render(<MarkList handle={handle} marks={marks} onPress={onPress} />);
  const list = within(screen.getByRole('list', { name: 'Locais no mapa' }));
  expect(list.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Oficina Centro, 2 disponíveis',
    'Praça, Todos em uso',
    'Local de recarga, Sem comunicação',
    '12 locais, 7 com carregador disponível',
  ]);
  const button = list.getByRole('button', { name: 'Oficina Centro, 2 disponíveis' });
  await userEvent.click(button);
  expect(onPress).toHaveBeenCalledWith(centro, button);
});

test('moves the markers with the map', () => {
  const { handle, move } = fakeMapHandle();
  render(<MarkList handle={handle} marks={[cluster]} onPress={() => {}} />);
  const item = screen.getByRole('listitem');
  expect(item.style.transform).toBe('translate(10.0px, 20.0px)');
  move(90);
  expect(item.style.transform).toBe('translate(90.0px, 20.0px)');
});

test('highlights the chosen pin, and keeps it when it would become part of a cluster', () => {
  const { handle } = fakeMapHandle();
  const chosen = pin(1, 'Oficina Centro', 2, 1);
  render(<MarkList handle={handle} marks={[cluster]} chosen={chosen} onPress={() => {}} />);
  expect(screen.getByRole('button', { name: /Oficina/, pressed: true })).toBeInTheDocument();
  expect(screen.getAllByRole('button')).toHaveLength(2);
});

test('moves the focus to the map when the focused marker disappears', async () => {
  const { handle } = fakeMapHandle();
  const view = render(<MarkList handle={handle} marks={[cluster]} onPress={() => {}} />);
  await userEvent.tab();
  expect(screen.getByRole('button')).toHaveFocus();
  view.rerender(<MarkList handle={handle} marks={[]} onPress={() => {}} />);
  expect(handle.focus).toHaveBeenCalled();
});
