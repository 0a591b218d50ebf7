import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { tidyEmail, withoutSpaces } from './email.ts';

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

test('removes only whitespace from a password', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(withoutSpaces(typed)).toBe([...typed].filter((character) => character.trim()).join(''));
    }),
  );
});
