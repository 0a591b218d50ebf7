import { expect, test } from '@rstest/core';
import { ChargerSite } from '@shared/contract';
import { createMemoryRouter, RouterProvider } from '@shared/router/testing';
import { render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { availabilityOf } from './availability.ts';
import { ChargerDots } from './charger-dots.tsx';
import { SiteCard } from './site-card.tsx';

const KINDS = ['available', 'inUse', 'offline'];
const count = fc.integer({ min: 0, max: 12 });

test('draws at most six chargers: available, then in use, then offline', () => {
  fc.assert(
    fc.property(count, count, count, (available, inUse, offLine) => {
      const { container, unmount } = render(<ChargerDots counts={{ available, inUse, offLine }} />);
      const drawn = [...container.querySelectorAll('[data-kind]')].map((dot) =>
        KINDS.indexOf(dot.getAttribute('data-kind') ?? ''),
      );
      unmount();
      expect(drawn).toHaveLength(Math.min(6, available + inUse + offLine));
      expect(drawn).toEqual([...drawn].sort());
      expect(drawn.filter((kind) => kind === 0)).toHaveLength(Math.min(6, available));
      expect(drawn.filter((kind) => kind === 1)).toHaveLength(Math.min(Math.max(0, 6 - available), inUse));
    }),
  );
});

test.each([
  [{ available: 1, inUse: 1, offLine: 1 }, '1 disponível', '1 disponível, 1 em uso, 1 offline'],
  [{ available: 0, inUse: 1, offLine: 0 }, 'Todos em uso', '1 em uso'],
  [{ available: 0, inUse: 0, offLine: 0 }, 'Sem informação', 'nenhum carregador'],
  [{ available: 0, inUse: 0, offLine: 3 }, 'Sem comunicação', '3 offline'],
  [{ available: 0, inUse: 0, offLine: 3, disconnected: 3 }, 'Sem comunicação', '3 offline'],
  [
    { available: 0, inUse: 0, offLine: 3, disconnected: 1 },
    'Indisponível no momento',
    '1 offline, 2 indisponíveis',
  ],
])('describes the chargers %o as "%s"', (counts, words, dots) => {
  expect(availabilityOf(counts)).toBe(words);
  render(<ChargerDots counts={counts} />);
  expect(screen.getByRole('img', { name: dots })).toBeVisible();
});

function renderCard(site: object, from: 'list' | 'map' = 'list') {
  const element = <SiteCard site={ChargerSite.parse(site)} now={Date.now()} from={from} />;
  const router = createMemoryRouter([{ path: '/:brand', element }], { initialEntries: ['/marca'] });
  render(<RouterProvider router={router} />);
}

test('names the link of a site without a name', async () => {
  renderCard({ csId: 7, csName: null });
  expect(await screen.findByRole('link', { name: 'Local de recarga' })).toBeVisible();
});

test.each([
  ['list', '/marca/charger/7?dist=1250'],
  ['map', '/marca/charger/7'],
] as const)('links from the %s to %s', async (from, path) => {
  renderCard({ csId: 7, csName: 'Oficina Central', distanceMeters: 1250 }, from);
  expect(await screen.findByRole('link', { name: 'Oficina Central' })).toHaveAttribute('href', path);
});
