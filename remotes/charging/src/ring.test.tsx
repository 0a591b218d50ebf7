import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { Ring } from './ring.tsx';

test("exposes the ring's value clamped to its bounds, or none while it is unknown", () => {
  const { rerender } = render(<Ring label="Bateria" value={0.625} />);
  expect(screen.getByRole('progressbar', { name: 'Bateria' })).toHaveAttribute('aria-valuenow', '62.5');
  rerender(<Ring label="Bateria" value={1.4} />);
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  rerender(<Ring label="Bateria" />);
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
});

test('moves the arc of an unknown value once a second, and starts again each minute', () => {
  const offset = () => screen.getByRole('progressbar').lastElementChild?.getAttribute('stroke-dashoffset');
  const { rerender } = render(<Ring label="Energia" seconds={15.9} />);
  expect(offset()).toBe('-25');
  rerender(<Ring label="Energia" seconds={75} />);
  expect(offset()).toBe('-25');
  rerender(<Ring label="Bateria" value={0.5} seconds={75} />);
  expect(offset()).toBeNull();
});
