import { expect, rs, test } from '@rstest/core';
import { reportUnreadable } from './report-unreadable.ts';

test('reports each place of a call once', () => {
  const errors = rs.spyOn(console, 'error').mockImplementation(() => {});
  reportUnreadable('GET /a', ['soC', 'name']);
  reportUnreadable('GET /a', ['soC', 'status']);
  reportUnreadable('GET /a', ['soC']);
  reportUnreadable('GET /b', ['soC']);
  expect(errors.mock.calls.map(([where, error]) => `${where} ${error}`)).toEqual([
    '[GET /a] Error: unreadable at soC, name',
    '[GET /a] Error: unreadable at status',
    '[GET /b] Error: unreadable at soC',
  ]);
  errors.mockRestore();
});
