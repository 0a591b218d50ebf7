import fc from 'fast-check';

/** Any code point. Fast-check's own unit `binary` takes most of a second to prepare. */
export const anyCharacter = fc.nat(0x10ffff).map(
  (code) => String.fromCodePoint(code),
  // With it, strings also contain texts such as `__proto__`.
  (text) => {
    const [character = '', ...others] = typeof text === 'string' ? text : '';
    if (character === '' || others.length > 0) throw new Error('not a character');
    return character.codePointAt(0) ?? 0;
  },
);
