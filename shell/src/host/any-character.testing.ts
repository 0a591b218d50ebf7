import fc from 'fast-check';

/** Any code point. Fast-check's own unit `binary` takes most of a second to prepare. */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
