import { expect, test } from '@rstest/core';
import { basemapsOf, engineOf } from './basemaps.ts';

test('tries Mapbox if there is a token, then the public style, and always our own drawing last', () => {
  const kinds = (map: Parameters<typeof basemapsOf>[0]) => basemapsOf(map).map(({ kind }) => kind);
  expect(kinds({ mapboxToken: 'pk.x', styleUrl: 'https://tiles.example/style.json' })).toEqual([
    'mapbox',
    'style',
    'own',
  ]);
  expect(kinds({ styleUrl: 'https://tiles.example/style.json' })).toEqual(['style', 'own']);
  expect(kinds({ mapboxToken: '', styleUrl: '' })).toEqual(['own']);
  expect(kinds(undefined)).toEqual(['own']);
});

test('uses the Mapbox library only for a Mapbox basemap', () => {
  expect(basemapsOf({ mapboxToken: 'pk.x', styleUrl: 'https://tiles.example' }).map(engineOf)).toEqual([
    'mapbox',
    'maplibre',
    'maplibre',
  ]);
});
