import { expect, test } from '@rstest/core';
import { halfDiagonal, isWithin, metresBetween } from './geometry.ts';

const MASP = { lat: -23.5614, lng: -46.6559 };
const IBIRAPUERA = { lat: -23.5874, lng: -46.6576 };

test('returns the distance between two places in metres', () => {
  expect(metresBetween(MASP, IBIRAPUERA)).toBeCloseTo(2896, -1);
  expect(metresBetween(MASP, MASP)).toBe(0);
});

test('returns the distance from the centre of the view to its corners as search radius', () => {
  const bounds = { west: -46.8, south: -23.7, east: -46.5, north: -23.4 };
  const corner = { lat: bounds.north, lng: bounds.east };
  const middle = { lat: -23.55, lng: -46.65 };
  expect(halfDiagonal(bounds) / metresBetween(middle, corner)).toBeCloseTo(1, 2);
});

test('treats a place on the edge as in view', () => {
  const bounds = { west: -46.7, south: -23.6, east: MASP.lng, north: MASP.lat };
  expect(isWithin(MASP, bounds)).toBe(true);
  expect(isWithin({ ...MASP, lng: MASP.lng + 0.0001 }, bounds)).toBe(false);
});
