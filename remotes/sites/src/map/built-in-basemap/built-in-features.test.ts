import { expect, test } from '@rstest/core';
import { metresBetween } from '../geometry.ts';
import { builtInFeatures } from './built-in-features.ts';

const { features } = builtInFeatures();
const named = (words: string) =>
  features.find(({ properties }) => 'name' in properties && properties.name === words);

test('keeps every point of the drawing within Brazil', () => {
  for (const { geometry, properties } of features) {
    // The area abroad is the world, with the country as a hole.
    const points = properties.kind === 'abroad' ? geometry.coordinates.slice(1) : geometry.coordinates;
    const numbers =
      JSON.stringify(points)
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? [];
    expect(numbers.length).toBeGreaterThan(0);
    numbers.forEach((value, index) => {
      const [min, max] = index % 2 === 0 ? [-74.5, -34] : [-34, 5.5];
      expect(value).toBeGreaterThanOrEqual(min);
      expect(value).toBeLessThanOrEqual(max);
    });
  }
});

test('draws Avenida Paulista past the museum and at its real length', () => {
  const geometry = named('Avenida Paulista')?.geometry;
  if (geometry?.type !== 'LineString') throw new Error('Avenida Paulista is not a line');
  const places = geometry.coordinates.map(([lng, lat]) => ({ lng, lat }));
  const museum = { lat: -23.5614, lng: -46.6559 };
  expect(Math.min(...places.map((place) => metresBetween(place, museum)))).toBeLessThan(100);
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) throw new Error('Avenida Paulista has no points');
  expect(metresBetween(first, last)).toBeGreaterThan(2300);
  expect(metresBetween(first, last)).toBeLessThan(2900);
});
