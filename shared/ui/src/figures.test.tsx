import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { BatteryBadge, batteryLevel } from './battery-badge.tsx';
import { ChargerDots } from './charger-dots.tsx';
import { plugName } from './plug-name.ts';
import { powerLevel } from './power-level.tsx';
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

test('power is idle under 5%, low under a third, and mid under two thirds of the maximum', () => {
  expect([0.36, 0.38, 2.46, 2.47, 4.93, 4.94].map((kw) => powerLevel(kw, undefined).level)).toEqual([
    'idle',
    'low',
    'low',
    'mid',
    'mid',
    'high',
  ]);
  expect(powerLevel(7.4, 60).level).toBe('low');
});

test('a battery is red under 45%, yellow under 65%, else green', () => {
  expect([44.9, 45, 64.9, 65].map(batteryLevel)).toEqual(['red', 'yellow', 'yellow', 'green']);
  render(<BatteryBadge percent={44.6} />);
  expect(screen.getByText('45%')).toBeInTheDocument();
});

test('shows at most six chargers, the available ones first, and counts all in the label', () => {
  render(<ChargerDots available={4} inUse={1} offline={9} />);
  const dots = screen.getByRole('img', { name: '4 disponíveis, 1 em uso, 9 offline' });
  const kinds = Array.from(dots.children, (dot) => dot.getAttribute('data-kind'));
  expect(kinds).toEqual(['available', 'available', 'available', 'available', 'inUse', 'offline']);
});

test('returns a display name for a plug', () => {
  expect(['type2', 'ccs2', 'nacs'].map(plugName)).toEqual(['Tipo 2', 'CCS 2', 'nacs']);
});
