import { expect, test } from '@rstest/core';
import {
  maskCardNumber,
  maskCpf,
  maskCpfCnpj,
  maskDay,
  maskExpiry,
  maskPhone,
  maskPlate,
} from '@shared/brazil';
import fc from 'fast-check';
import { type Formatter, formatInput } from './format-input.ts';

const lettersAndDigits = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Simulates replacing `deleted` characters before the caret of a field with `typed`. */
function edit(mask: Formatter, { shown, caret, deleted = 0, typed = '' }: Edit) {
  const input = document.createElement('input');
  const before = shown.slice(0, caret - deleted) + typed;
  input.value = before + shown.slice(caret);
  input.setSelectionRange(before.length, before.length);
  formatInput(input, mask);
  return { value: input.value, beforeCaret: input.value.slice(0, input.selectionStart ?? 0) };
}
interface Edit {
  shown: string;
  caret: number;
  deleted?: number;
  typed?: string;
}

const digits = { key: /^\d$/, text: (longest: number) => new RegExp(`^\\d{0,${longest}}$`) };
/** An area code never begins with 0: `maskPhone` removes it. */
const masks: [name: string, mask: Formatter, longest: number, text: RegExp, key: RegExp][] = [
  ['a CPF', maskCpf, 11, digits.text(11), digits.key],
  ['a CPF or CNPJ', maskCpfCnpj, 14, digits.text(14), digits.key],
  ['a CNPJ', maskCpfCnpj, 14, /^\d{12,14}$/, digits.key],
  ['a CNPJ with letters', maskCpfCnpj, 14, /^[\dA-Z]{0,12}\d{0,2}$/, /^[\da-z]$/],
  ['a card', maskCardNumber, 16, digits.text(16), digits.key],
  ['an expiry', maskExpiry, 4, digits.text(4), digits.key],
  ['a day', maskDay, 8, digits.text(8), digits.key],
  ['a phone', maskPhone, 11, /^([1-9]\d{0,10})?$/, /^[1-9]$/],
  ['a phone of area 55', maskPhone, 11, /^55\d{0,9}$/, /^5$/],
  ['a plate', maskPlate, 7, /^[\dA-Z]{0,7}$/, /^[\da-z]$/],
];

/** A masked text and a caret position in it. */
const places = (mask: Formatter, text: RegExp) =>
  fc
    .stringMatching(text)
    .map((characters) => mask(characters))
    .chain((shown) => fc.record({ shown: fc.constant(shown), caret: fc.nat(shown.length) }));

test.each(masks)('%s: inserts a typed character at the caret and moves the caret behind it', (...row) => {
  const [, mask, longest, text, key] = row;
  fc.assert(
    fc.property(places(mask, text), fc.stringMatching(key), ({ shown, caret }, typed) => {
      const expected = lettersAndDigits(shown.slice(0, caret) + typed).slice(0, longest);
      const { value, beforeCaret } = edit(mask, { shown, caret, typed });
      expect(lettersAndDigits(value)).toBe(
        (expected + lettersAndDigits(shown.slice(caret))).slice(0, longest),
      );
      expect(lettersAndDigits(beforeCaret)).toBe(expected);
    }),
  );
});

test.each(masks)('%s: deletes only the character before the caret and keeps the caret there', (...row) => {
  const [, mask, , text] = row;
  fc.assert(
    fc.property(places(mask, text), ({ shown, caret }) => {
      const deleted = Math.min(caret, 1);
      const expected = lettersAndDigits(shown.slice(0, caret - deleted));
      const { value, beforeCaret } = edit(mask, { shown, caret, deleted });
      expect(lettersAndDigits(value)).toBe(expected + lettersAndDigits(shown.slice(caret)));
      expect(lettersAndDigits(beforeCaret)).toBe(expected);
    }),
  );
});

test.each(masks)('leaves %s that is already masked unchanged', (_, mask) => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[\dA-Za-z ()+/.-]{0,24}$/));
  fc.assert(
    fc.property(texts, (text) => {
      expect(mask(mask(text))).toBe(mask(text));
    }),
  );
});

test('replaces a digit of a CNPJ when it is deleted and another one typed', () => {
  const { value, beforeCaret } = edit(maskCpfCnpj, { shown: '11.222.333/0001-81', caret: 5, deleted: 1 });
  const next = edit(maskCpfCnpj, { shown: value, caret: beforeCaret.length, typed: '6' });
  expect(next).toEqual({ value: '11.262.333/0001-81', beforeCaret: '11.26' });
});

test('pads a day that is pasted, but not one in which a digit is deleted', () => {
  expect(edit(maskDay, { shown: '', caret: 0, typed: '5/12/1990' }).value).toBe('05/12/1990');
  expect(edit(maskDay, { shown: '28/02/1990', caret: 2, deleted: 1 }).value).toBe('20/21/990');
});

test('formats an input of a type that has no caret position', () => {
  const input = Object.assign(document.createElement('input'), { type: 'email', value: 'Ana @a.example' });
  formatInput(input, (typed) => typed.replaceAll(' ', '').toLowerCase());
  expect(input.value).toBe('ana@a.example');
});
