import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { tidyEmail, withoutSpaces } from './email.ts';

test('an e-mail is lower case and has no spaces, whatever was typed or pasted', () => {
  expect(tidyEmail(' Ana@Exemplo.COM.br\n')).toBe('ana@exemplo.com.br');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      expect(tidyEmail(typed)).not.toMatch(/\s/);
      expect(tidyEmail(tidyEmail(typed))).toBe(tidyEmail(typed));
    }),
  );
});

test('spaces are all that a password loses', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(withoutSpaces(typed)).toBe([...typed].filter((character) => character.trim()).join(''));
    }),
  );
});
