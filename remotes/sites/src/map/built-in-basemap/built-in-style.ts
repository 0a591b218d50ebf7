import type { ExpressionSpecification, LineLayerSpecification, StyleSpecification } from 'maplibre-gl';
import { builtInFeatures } from './built-in-features.ts';
import type { Palette } from './palette.ts';

const SOURCE = 'basemap';
/** Zoom level at which streets (`width` 1) appear. */
const STREETS_FROM = 13;

const ofKind = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]];

/** Line width: `far` (zoom 9) to `near` (zoom 16) pixels per unit of `width`, plus `extra`. */
const width = (far: number, near: number, extra = 0): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  9,
  ['+', ['*', ['get', 'width'], far], extra],
  16,
  ['+', ['*', ['get', 'width'], near], extra],
];

/** Offset of an expressway from the middle of its river, on one side. */
const offsetFromRiver = (side: 1 | -1): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  9,
  side * 1.5,
  16,
  side * 26,
];

/** Returns a style that needs no connection: no tiles, sprite or glyphs (see `drawLabel`). */
export function builtInStyle(palette: Palette): StyleSpecification {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const wide: ExpressionSpecification = ['all', ofKind('road'), ['>', ['get', 'width'], 1]];
  const streets: ExpressionSpecification = ['all', ofKind('road'), ['==', ['get', 'width'], 1]];
  const roadColor: ExpressionSpecification = [
    'case',
    ['==', ['get', 'width'], 3],
    palette.expressway,
    palette.road,
  ];
  const fill = (id: string, kind: string, color: string) => ({
    id,
    type: 'fill' as const,
    source: SOURCE,
    filter: ofKind(kind),
    paint: { 'fill-color': color },
  });
  const line = (
    id: string,
    filter: ExpressionSpecification,
    minzoom: number,
    paint: LineLayerSpecification['paint'],
  ): LineLayerSpecification => ({ id, type: 'line', source: SOURCE, filter, minzoom, layout: round, paint });
  const bank = (id: string, side: 1 | -1, extra: number, color: string) =>
    line(id, ofKind('bank'), 11, {
      'line-color': color,
      'line-offset': offsetFromRiver(side),
      'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 9, 0.8 + extra, 16, 13 + extra],
    });
  const road = (id: string, filter: ExpressionSpecification, minzoom: number, extra: number) =>
    line(id, filter, minzoom, {
      'line-color': extra > 0 ? palette.casing : roadColor,
      'line-width': width(0.5, 6, extra),
    });
  return {
    version: 8,
    sources: { [SOURCE]: { type: 'geojson', data: builtInFeatures() } },
    layers: [
      // The first frame has no features yet, and most users are in the country.
      { id: 'land', type: 'background', paint: { 'background-color': palette.land } },
      fill('abroad', 'abroad', palette.abroad),
      fill('city', 'city', palette.city),
      {
        id: 'city-border',
        type: 'line',
        source: SOURCE,
        filter: ofKind('city'),
        paint: { 'line-color': palette.border, 'line-width': 1.5, 'line-dasharray': [3, 2] },
      },
      fill('park', 'park', palette.park),
      fill('airport', 'airport', palette.airport),
      fill('lake', 'lake', palette.water),
      line('river', ofKind('river'), 0, { 'line-color': palette.water, 'line-width': width(0.9, 13) }),
      road('streets-casing', streets, STREETS_FROM, 1.5),
      bank('left-bank-casing', -1, 1.5, palette.casing),
      bank('right-bank-casing', 1, 1.5, palette.casing),
      road('roads-casing', wide, 10, 1.5),
      road('streets', streets, STREETS_FROM, 0),
      bank('left-bank', -1, 0, palette.expressway),
      bank('right-bank', 1, 0, palette.expressway),
      road('roads', wide, 9, 0),
      alongLines('road-words', ofKind('road', 'bank'), 'road', 13),
      alongLines('river-words', ofKind('river'), 'water', 12),
      {
        id: 'place-words',
        type: 'symbol',
        source: SOURCE,
        filter: [
          'all',
          ofKind('place'),
          ['<=', ['get', 'from'], ['zoom']],
          ['>=', ['coalesce', ['get', 'until'], 24], ['zoom']],
        ],
        layout: {
          'icon-image': ['concat', ['get', 'words'], ':', ['get', 'name']],
          'icon-padding': 6,
          'symbol-sort-key': ['get', 'from'],
        },
      },
    ],
  };
}

function alongLines(id: string, filter: ExpressionSpecification, words: string, minzoom: number) {
  return {
    id,
    type: 'symbol' as const,
    source: SOURCE,
    filter,
    minzoom,
    layout: {
      'symbol-placement': 'line' as const,
      'symbol-spacing': 220,
      'icon-image': ['concat', `${words}:`, ['get', 'name']] satisfies ExpressionSpecification,
      'icon-rotation-alignment': 'map' as const,
      'icon-keep-upright': true,
      'icon-padding': 8,
    },
  };
}
