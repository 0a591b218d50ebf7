import { expect, test } from '@rstest/core';
import { powerLevel } from './power-level.tsx';

test('power is idle under 5%, low under a third, and mid under two thirds of the maximum', () => {
  expect([0.36, 0.38, 2.46, 2.47, 4.93, 4.94].map((kw) => powerLevel(kw, undefined).words)).toEqual([
    'parado',
    'potência baixa',
    'potência baixa',
    'potência média',
    'potência média',
    'potência alta',
  ]);
  expect(powerLevel(7.4, 60).words).toBe('potência baixa');
});
