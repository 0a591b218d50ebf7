import { beforeEach, expect, rs, test } from '@rstest/core';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { SiteMapProps } from '../map/index.ts';
import * as map from '../map/index.ts';
import remote from '../remote.ts';

rs.mock('../map/index.ts', () => ({ loadSiteMap: rs.fn() }));

const load = rs.mocked(map.loadSiteMap);
let shown: SiteMapProps | undefined;
/** Stub of the map that records its props. */
const mapStub = {
  SiteMap: (props: SiteMapProps) => {
    shown = props;
    return <p>{props.sites.map((site) => site.csName).join()}</p>;
  },
};
let isWide = false;
beforeEach(() => {
  shown = undefined;
  isWide = false;
  load.mockReset().mockResolvedValue(mapStub);
  rs.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: isWide && media.includes('min-width'),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
});

const site = { csId: 7, csName: 'Oficina Central' };
const home = (query = '', response: unknown = [site]) =>
  renderScreen(remote, { at: `/marca/${query}`, responses: { 'GET /ChargerSitesSearch': response } });
const here = { lat: -23.5616364, lng: -46.6561378 };

test('loads the map on a phone only when chosen, and keeps the choice in the URL', async () => {
  const { user, currentPath } = home();
  await screen.findByRole('link', { name: 'Oficina Central' });
  expect(load).not.toHaveBeenCalled();
  await user.click(screen.getByRole('radio', { name: 'Mapa' }));
  expect(currentPath()).toBe('/marca/?view=map');
  await waitFor(() => expect(shown?.sites).toHaveLength(1));
  expect(shown).toMatchObject({ centre: here, area: undefined, position: undefined });
  expect(screen.queryByRole('list', { name: 'Próximo a você' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Lista' }));
  expect(currentPath()).toBe('/marca/');
  expect(screen.getByRole('link', { name: 'Oficina Central' })).toBeVisible();
});

test('shows the map for ?view=map', async () => {
  home('?view=map');
  expect(await screen.findByRole('radio', { name: 'Mapa' })).toBeChecked();
  await waitFor(() => expect(shown).toBeDefined());
});

test('opens the map beside the list on a wide screen, once the list has loaded', async () => {
  isWide = true;
  home();
  await screen.findByRole('link', { name: 'Oficina Central' });
  await waitFor(() => expect(shown).toBeDefined());
  expect(screen.getByRole('list', { name: 'Próximo a você' })).toBeVisible();
});

test('searches where the map stops, with half its diagonal as radius and at least 10 km', async () => {
  const { requests } = home('?view=map');
  await waitFor(() => expect(shown?.sites).toHaveLength(1));
  const requestCount = requests.length;
  act(() => {
    shown?.onMove({ centre: { lat: -23, lng: -47 }, radiusMetres: 900 });
    shown?.onMove({ centre: { lat: -23.12345, lng: -47.12345 }, radiusMetres: 900 });
  });
  expect(requests).toHaveLength(requestCount);
  await waitFor(() => expect(requests).toHaveLength(requestCount + 1));
  expect(requests.at(-1)).toContain('lat=-23.1234&lng=-47.1234&dist=10000');
  act(() => shown?.onMove({ centre: { lat: -23, lng: -47 }, radiusMetres: 34_567.8 }));
  await waitFor(() => expect(requests.join()).toContain('lat=-23&lng=-47&dist=34568'));
});

test('reopens the map at its last area, and returns to the default centre', async () => {
  const { user } = home('?view=map');
  await waitFor(() => expect(shown).toBeDefined());
  const left = { centre: { lat: -22.9, lng: -43.2 }, radiusMetres: 20_000 };
  act(() => shown?.onMove(left));
  expect(await screen.findByRole('heading', { name: 'Nesta área do mapa' })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Lista' }));
  await user.click(screen.getByRole('radio', { name: 'Mapa' }));
  expect(shown?.area).toEqual(left);
  await user.click(screen.getByRole('button', { name: 'Voltar ao centro' }));
  await waitFor(() => expect(shown?.area).toBeUndefined());
  expect(shown?.centre).toEqual(here);
});

test('reports a failed search in place beside the map', async () => {
  const { user } = home('?view=map', (_: URL, times: number) => (times === 0 ? failure(500)() : [site]));
  const problem = within(await screen.findByRole('alert'));
  expect(problem.getByText('Falha')).toBeVisible();
  await user.click(problem.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Oficina Central')).toBeVisible();
  expect(screen.queryByText('Falha')).toBeNull();
});

test('retries a map that failed to load', async () => {
  load.mockRejectedValueOnce(new Error('no file'));
  const { user } = home('?view=map');
  expect(await screen.findByText('Não foi possível abrir o mapa.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Oficina Central')).toBeVisible();
});
