import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { isEmail, tidyEmail, withoutSpaces } from './email.ts';

test('lowercases an e-mail and removes whitespace and invisible characters', () => {
  expect(tidyEmail(' Ana@Exemplo.COM.br\n')).toBe('ana@exemplo.com.br');
  expect(tidyEmail('\u200bana@exemplo.com\u2060\u202c')).toBe('ana@exemplo.com');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      expect(tidyEmail(typed)).not.toMatch(/\s/);
      expect(tidyEmail(tidyEmail(typed))).toBe(tidyEmail(typed));
    }),
  );
});

test('accepts e-mails with any number of parts, and requires a domain of several', () => {
  const accepted = ['ana@exemplo.com.br', 'ana.b+recarga@x1.com', "o'neil_9@sub.exemplo.com", 'a@b.co'];
  const refused = ['', 'ana', 'ana@', '@b.com', 'ana@exemplo', '.a@b.com', 'a.@b.com', 'a..b@c.com'];
  expect(accepted.filter((text) => !isEmail(text))).toEqual([]);
  expect(
    [...refused, 'ana@b..com', 'ana@-b.com', 'ana@b.c', "ana'@b.com", 'é@b.com', 'a b@c.com'].filter(isEmail),
  ).toEqual([]);
});

test('removes only whitespace from a password', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(withoutSpaces(typed)).toBe([...typed].filter((character) => character.trim()).join(''));
    }),
  );
});
