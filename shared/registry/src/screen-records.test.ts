import { afterEach, expect, rs, test } from '@rstest/core';
import type { RemoteRoute } from '@shared/contract';
import { screenRecordsOf } from './screen-records.ts';

const lazy = async () => ({ Component: () => null });
const screens = (...routes: Omit<RemoteRoute, 'lazy'>[]) =>
  screenRecordsOf(routes.map((route) => ({ ...route, lazy })));

test('derives one screen from the routes with the same first segment', () => {
  expect(
    screens(
      { path: '', title: 'Home' },
      { path: 'extract', access: 'home', title: 'Statement' },
      { path: 'extract/recharge/:id', access: 'home' },
      { path: 'extract/credit/:id', access: 'home' },
      { path: 'viewers/fleet/*', unattended: true },
    ),
  ).toEqual([
    { segment: '', title: 'Home', routes: [''] },
    {
      segment: 'extract',
      access: 'home',
      title: 'Statement',
      parts: ['recharge', 'credit'],
      routes: ['extract', 'extract/recharge/:id', 'extract/credit/:id'],
    },
    { segment: 'viewers', unattended: true, parts: ['fleet'], routes: ['viewers/fleet/*'] },
  ]);
});

afterEach(() => {
  rs.restoreAllMocks();
});

test("works without 'Map.groupBy', which Safari lacks before 17.4", () => {
  const groupBy = rs.spyOn(Map, 'groupBy');
  expect(screens({ path: 'a' }, { path: 'b' }, { path: 'a/:id' })).toMatchObject([
    { segment: 'a' },
    { segment: 'b' },
  ]);
  expect(groupBy).not.toHaveBeenCalled();
});

test('throws if paths of one screen have different rules', () => {
  expect(() =>
    screens({ path: 'extract', access: 'home' }, { path: 'extract/:id', access: 'login' }),
  ).toThrow("'extract/:id' needs the same access and unattended as the other paths of 'extract'");
});
