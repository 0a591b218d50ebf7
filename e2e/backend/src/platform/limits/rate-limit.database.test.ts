import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { type FreshDatabase, freshDatabase } from '../../testing/fresh-database.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { createRateLimit } from './rate-limit.ts';

let fresh: FreshDatabase;
let database: Database;
let clock = new Date('2026-03-02T15:00:00Z');
const now = () => clock;

beforeEach(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.options);
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

test('counts calls by key until the window ends', async () => {
  const { take } = createRateLimit({ db: database.db, now }, { name: 'test', limit: 1 });
  expect([await take('a'), await take('a'), await take('b')]).toEqual([true, false, true]);
  clock = new Date(clock.getTime() + 60_000);
  expect([await take('a'), await take('a')]).toEqual([true, false]);
});

test('allows another call after one was released', async () => {
  const { take, release } = createRateLimit({ db: database.db, now }, { name: 'test', limit: 1 });
  expect(await take('a')).toBe(true);
  await release('a');
  expect([await take('a'), await take('a')]).toEqual([true, false]);
});

test('keeps its count over a server restart, and separate from other limits', async () => {
  const { db } = database;
  await createRateLimit({ db, now }, { name: 'test', limit: 1 }).take('a');
  expect(await createRateLimit({ db, now }, { name: 'test', limit: 1 }).take('a')).toBe(false);
  expect(await createRateLimit({ db, now }, { name: 'other', limit: 1 }).take('a')).toBe(true);
});

test('never exceeds the limit with concurrent calls', async () => {
  const { take } = createRateLimit({ db: database.db, now }, { name: 'test', limit: 3 });
  const allowed = await Promise.all(Array.from({ length: 20 }, () => take('a')));
  expect(allowed.filter(Boolean)).toHaveLength(3);
});

test('counts several calls at once, up to the limit', async () => {
  const { takeSome } = createRateLimit({ db: database.db, now }, { name: 'test', limit: 5 });
  expect([await takeSome('a', 3), await takeSome('a', 4), await takeSome('a', 1)]).toEqual([3, 2, 0]);
  expect(await takeSome('b', 9)).toBe(5);
});

test('accepts a key of any length', async () => {
  const { take } = createRateLimit({ db: database.db, now }, { name: 'test', limit: 1 });
  const key = 'k'.repeat(50_000);
  expect([await take(key), await take(key), await take(`${key}2`)]).toEqual([true, false, true]);
});
