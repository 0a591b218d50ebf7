import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { isFullName, shortName, tidyName } from './name.ts';

test('shortens a name to the first name and the initial of the second', () => {
  expect(shortName('Ana Souza')).toBe('Ana S.');
  expect(shortName(' João  érico dos Santos ')).toBe('João É.');
  expect(shortName('Maria da Silva')).toBe('Maria S.');
  expect(shortName('João Sá Silva')).toBe('João S.');
  expect(shortName('Ana')).toBe('Ana');
  expect(shortName('')).toBe('');
  expect(shortName('\u200eAna \u200bSouza')).toBe('Ana S.');
});

test.each(['Ana\u200b Silva', '\u200eAna Silva', 'Ana Silva\u202c', 'A\u00adna\u00ad  Silva '])(
  'removes invisible characters and surplus spaces from %j',
  (name) => expect(tidyName(name)).toBe('Ana Silva'),
);

test.each([
  'Ana Lima',
  'José Conceição',
  '  Ana   Lima ',
  'Maria da Silva',
  'João Sá Silva',
  'Ana S. Lima',
  'Li Na de Souza',
  'Zoé Sá-Reis',
  'Joa\u0303o Araujo',
  'Ana D´Ávila',
  'Ana Sant`Anna',
  'Jean\u2011Luc Silva',
])("accepts '%s' as a full name", (name) => expect(isFullName(name)).toBe(true));
test.each([
  '',
  'Ana',
  'Ana Sá',
  'Ana L1ma',
  'Ana da',
  'Ana dos',
  'Ana Sá Li',
  '7 Lima',
  'Ana L.',
  `Ana ${'a'.repeat(21)}`,
])("rejects '%s' as a full name", (name) => expect(isFullName(name)).toBe(false));

test('requires a later word of 3 to 20 letters, with or without accents', () => {
  const words = fc.string({ unit: fc.constantFrom(...'aeznáçõü'), minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(words, words, (first, second) => {
      fc.pre(!['da', 'e', 'de'].includes(second));
      expect(isFullName(`${first} ${second}`)).toBe(second.length >= 3 && second.length <= 20);
    }),
  );
});
