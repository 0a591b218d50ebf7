import { expect, test } from '@rstest/core';
import { halfDiagonal, isWithin, metresBetween } from './geometry.ts';

const MASP = { lat: -23.5614, lng: -46.6559 };
const IBIRAPUERA = { lat: -23.5874, lng: -46.6576 };

test('the distance between two places is told in metres', () => {
  expect(metresBetween(MASP, IBIRAPUERA)).toBeCloseTo(2896, -1);
  expect(metresBetween(MASP, MASP)).toBe(0);
});

test('the search reaches from the middle of what is in view to its corners', () => {
  const bounds = { west: -46.8, south: -23.7, east: -46.5, north: -23.4 };
  const corner = { lat: bounds.north, lng: bounds.east };
  const middle = { lat: -23.55, lng: -46.65 };
  expect(halfDiagonal(bounds) / metresBetween(middle, corner)).toBeCloseTo(1, 2);
});

test('a place on the edge is in view', () => {
  const bounds = { west: -46.7, south: -23.6, east: MASP.lng, north: MASP.lat };
  expect(isWithin(MASP, bounds)).toBe(true);
  expect(isWithin({ ...MASP, lng: MASP.lng + 0.0001 }, bounds)).toBe(false);
});
