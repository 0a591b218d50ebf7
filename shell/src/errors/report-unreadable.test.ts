import { expect, rs, test } from '@rstest/core';
import { reportUnreadable } from './report-unreadable.ts';

test('reports each place of a call once', () => {
  const report = rs.fn();
  const places = () => report.mock.calls.map(([error, where]) => `${where}: ${error.message}`);
  reportUnreadable('GET /a', ['soC', 'name'], report);
  reportUnreadable('GET /a', ['soC', 'status'], report);
  reportUnreadable('GET /a', ['soC'], report);
  reportUnreadable('GET /b', ['soC'], report);
  expect(places()).toEqual([
    'GET /a: unreadable at soC, name',
    'GET /a: unreadable at status',
    'GET /b: unreadable at soC',
  ]);
});
