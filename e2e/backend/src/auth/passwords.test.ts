import { scryptSync } from 'node:crypto';
import { expect, test } from '@rstest/core';
import { createPasswords, HASH_COST } from './passwords.ts';

const CHEAP = { N: 16, r: 1, p: 1 };
const cheap = createPasswords(CHEAP);

test('a hash tells at what cost it was made, and no two are the same', async () => {
  const stored = await cheap.hash('recarga');
  expect(stored).toMatch(/^scrypt\$16\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await cheap.hash('recarga')).not.toBe(stored);
  expect(await createPasswords().hash('recarga')).toMatch(/^scrypt\$16384\$8\$5\$/);
});

test('a password is verified at the cost of its hash, whatever the cost is now', async () => {
  const stored = await cheap.hash('recarga');
  const dearer = createPasswords({ N: 32, r: 2, p: 1 });
  expect(await dearer.isRight('recarga', stored)).toBe(true);
  expect(await dearer.isRight('outra', stored)).toBe(false);
});

test('a hash of the first form, which told no cost, is verified and cheap', async () => {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync('recarga', salt, 32);
  const stored = `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  const today = createPasswords();
  expect(await today.isRight('recarga', stored)).toBe(true);
  expect(await today.isRight('outra', stored)).toBe(false);
  expect(today.isCheap(stored)).toBe(true);
});

test('a hash is cheap where it takes less than those of today', async () => {
  const stored = await cheap.hash('recarga');
  expect(createPasswords(HASH_COST).isCheap(stored)).toBe(true);
  expect(cheap.isCheap(stored)).toBe(false);
  expect(cheap.isCheap(await createPasswords({ N: 32, r: 2, p: 1 }).hash('recarga'))).toBe(false);
});

test('no hash, or one that can not be read, is no one’s', async () => {
  for (const stored of [null, undefined, '', 'scrypt', 'scrypt$a$b', 'scrypt$16$1$1$AAAA$AAAA'])
    expect(await cheap.isRight('', stored)).toBe(false);
});

test('a password keeps its spaces, and its accents in whatever form a device writes them', async () => {
  const stored = await cheap.hash(' minha ação é boa ');
  expect(await cheap.isRight(' minha ação é boa '.normalize('NFD'), stored)).toBe(true);
  expect(await cheap.isRight('minha ação é boa', stored)).toBe(false);
  expect(await cheap.isRight(' minha acao e boa ', stored)).toBe(false);
});
