import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { BatteryBadge, batteryLevel } from './battery-badge.tsx';

test('a battery is red under 45%, yellow under 65%, else green', () => {
  expect([44, 45, 64, 65].map(batteryLevel)).toEqual(['red', 'yellow', 'yellow', 'green']);
});

test("a battery's colour and word belong to the figure that is shown", () => {
  render(<BatteryBadge percent={44.6} />);
  expect(screen.getByText('45%').nextElementSibling).toHaveTextContent('média');
});
