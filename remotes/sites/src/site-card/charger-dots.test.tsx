import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { ChargerDots } from './charger-dots.tsx';

test('shows at most six chargers, the available ones first, and counts all in the label', () => {
  render(<ChargerDots available={4} inUse={1} offline={9} />);
  const dots = screen.getByRole('img', { name: '4 disponíveis, 1 em uso, 9 offline' });
  const kinds = Array.from(dots.children, (dot) => dot.getAttribute('data-kind'));
  expect(kinds).toEqual(['available', 'available', 'available', 'available', 'inUse', 'offline']);
});
