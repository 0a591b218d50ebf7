import { scryptSync } from 'node:crypto';
import { expect, test } from '@rstest/core';
import { systemRandomness } from '../../../platform/randomness.ts';
import { createPasswords, HASH_COST } from './passwords.ts';

const CHEAP = { N: 16, r: 1, p: 1 };
const cheap = createPasswords(systemRandomness, CHEAP);

test('records the cost in a hash and never creates the same hash twice', async () => {
  const stored = await cheap.hash('recarga');
  expect(stored).toMatch(/^scrypt\$16\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await cheap.hash('recarga')).not.toBe(stored);
  expect(await createPasswords(systemRandomness).hash('recarga')).toMatch(/^scrypt\$16384\$8\$5\$/);
});

test('verifies a password at the cost of its hash, whatever the current cost is', async () => {
  const stored = await cheap.hash('recarga');
  const costlier = createPasswords(systemRandomness, { N: 32, r: 2, p: 1 });
  expect(await costlier.verify('recarga', stored)).toBe(true);
  expect(await costlier.verify('outra', stored)).toBe(false);
});

test('verifies a hash of the first format, which recorded no cost, and reports that it needs a rehash', async () => {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync('recarga', salt, 32);
  const stored = `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  const current = createPasswords(systemRandomness);
  expect(await current.verify('recarga', stored)).toBe(true);
  expect(await current.verify('outra', stored)).toBe(false);
  expect(current.needsRehash(stored)).toBe(true);
});

test('reports that a hash needs a rehash if it costs less than new ones', async () => {
  const stored = await cheap.hash('recarga');
  expect(createPasswords(systemRandomness, HASH_COST).needsRehash(stored)).toBe(true);
  expect(cheap.needsRehash(stored)).toBe(false);
  expect(
    cheap.needsRehash(await createPasswords(systemRandomness, { N: 32, r: 2, p: 1 }).hash('recarga')),
  ).toBe(false);
});

test('matches no password if the hash is missing or unreadable', async () => {
  for (const stored of [null, undefined, '', 'scrypt', 'scrypt$a$b', 'scrypt$16$1$1$AAAA$AAAA'])
    expect(await cheap.verify('', stored)).toBe(false);
});

test('keeps the spaces of a password and accepts its accents in any Unicode form', async () => {
  const stored = await cheap.hash(' minha ação é boa ');
  expect(await cheap.verify(' minha ação é boa '.normalize('NFD'), stored)).toBe(true);
  expect(await cheap.verify('minha ação é boa', stored)).toBe(false);
  expect(await cheap.verify(' minha acao e boa ', stored)).toBe(false);
});
