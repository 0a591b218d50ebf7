import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { availabilityOf } from './availability.ts';
import { ChargerDots } from './charger-dots.tsx';

test('shows at most six chargers, the available ones first, and counts all in the label', () => {
  render(<ChargerDots counts={{ available: 4, inUse: 1, offLine: 9 }} />);
  const dots = screen.getByRole('img', { name: '4 disponíveis, 1 em uso, 9 offline' });
  const kinds = Array.from(dots.children, (dot) => dot.getAttribute('data-kind'));
  expect(kinds).toEqual(['available', 'available', 'available', 'available', 'inUse', 'offline']);
});

test('shows no charger for a negative count, and only whole ones for a fraction', () => {
  render(<ChargerDots counts={{ available: -1, inUse: 2.5, offLine: 1 }} />);
  const kinds = Array.from(screen.getByRole('img').children, (dot) => dot.getAttribute('data-kind'));
  expect(kinds).toEqual(['inUse', 'inUse', 'offline']);
});

test('names those that are kept for drivers who wait in line apart from those in use', () => {
  const reserved = { available: 0, inUse: 3, reserved: 1, offLine: 0 };
  render(<ChargerDots counts={reserved} />);
  expect(screen.getByRole('img', { name: '2 em uso, 1 reservado' })).toBeVisible();
  expect(availabilityOf(reserved)).toBe('Em uso ou reservado');
  expect(availabilityOf({ available: 0, inUse: 3, offLine: 0 })).toBe('Todos em uso');
});
