import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { BatteryBadge, batteryLevel } from './battery-badge.tsx';

test('a battery is red under 45%, yellow under 65%, else green', () => {
  expect([44.9, 45, 64.9, 65].map(batteryLevel)).toEqual(['red', 'yellow', 'yellow', 'green']);
  render(<BatteryBadge percent={44.6} />);
  expect(screen.getByText('45%')).toBeInTheDocument();
});
