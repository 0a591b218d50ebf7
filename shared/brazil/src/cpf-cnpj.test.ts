import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { isCnpj, isCpf, isCpfCnpj, maskCpf, maskCpfCnpj, plainTaxNumber } from './cpf-cnpj.ts';

/**
 * Appends the check digits by definition: weights from the right, starting at 2 (restarting after 9
 * for a CNPJ), modulus 11.
 */
function withCheckDigits(base: string, maxWeight: number): string {
  let number = base;
  for (let digit = 0; digit < 2; digit++) {
    let sum = 0;
    let weight = 2;
    for (const character of [...number].reverse()) {
      sum += (character.charCodeAt(0) - 48) * weight;
      weight = weight === maxWeight ? 2 : weight + 1;
    }
    number += sum % 11 < 2 ? 0 : 11 - (sum % 11);
  }
  return number;
}
const text = (characters: string, length: number) =>
  fc
    .array(fc.constantFrom(...characters), { minLength: length, maxLength: length })
    .map((list) => list.join(''));
const isMixed = (base: string) => !/^(.)\1+$/.test(base);
const cpfs = text('0123456789', 9)
  .filter(isMixed)
  .map((base) => withCheckDigits(base, 99));
const cnpjs = text('0123456789ABCXYZ', 12)
  .filter(isMixed)
  .map((base) => withCheckDigits(base, 9));

test('accepts a CPF with its check digits, with or without punctuation, and rejects it with a wrong check digit', () => {
  fc.assert(
    fc.property(cpfs, fc.nat(10), fc.integer({ min: 1, max: 9 }), (cpf, at, add) => {
      expect(isCpf(cpf)).toBe(true);
      expect(isCpf(maskCpf(cpf))).toBe(true);
      expect(isCpfCnpj(cpf)).toBe(true);
      if (at < 9) return;
      const other = (Number(cpf[at]) + add) % 10;
      expect(isCpf(cpf.slice(0, at) + other + cpf.slice(at + 1))).toBe(false);
    }),
  );
});

test('accepts a CNPJ with its check digits, also with letters', () => {
  fc.assert(
    fc.property(cnpjs, (cnpj) => {
      expect(isCnpj(cnpj)).toBe(true);
      expect(isCnpj(maskCpfCnpj(cnpj))).toBe(true);
      expect(isCpfCnpj(cnpj.toLowerCase())).toBe(true);
      expect(isCnpj(`${cnpj.slice(0, 13)}${(Number(cnpj[13]) + 1) % 10}`)).toBe(false);
    }),
  );
});

test.each(['12345678909', '123.456.789-09', '98765432100'])(
  'accepts the CPF %s, whose digits run in sequence',
  (typed) => {
    expect(isCpf(typed)).toBe(true);
    expect(isCpfCnpj(typed)).toBe(true);
  },
);

test('accepts every CPF and CNPJ with correct check digits, except one of a single repeated digit', () => {
  const sequences = fc.constantFrom('012345678', '123456789', '987654321', '000000001', '111111111');
  fc.assert(
    fc.property(fc.oneof(sequences, text('0123456789', 9)), text('0123456789', 2), (base, end) => {
      const right = withCheckDigits(base, 99);
      expect(isCpf(right)).toBe(isMixed(right));
      expect(isCpf(base + end)).toBe(base + end === right && isMixed(right));
    }),
  );
  const bases = fc.oneof(
    sequences.map((sequence) => `${sequence}000`),
    sequences.map((sequence) => `${sequence}${sequence[0]?.repeat(3)}`),
    text('0123456789', 12),
    text('0123456789ABCXYZ', 12),
  );
  fc.assert(
    fc.property(bases, text('0123456789', 2), (base, end) => {
      const right = withCheckDigits(base, 9);
      expect(isCnpj(right)).toBe(isMixed(right));
      expect(isCnpj(base + end)).toBe(base + end === right && isMixed(right));
    }),
  );
});

test('rejects letters as check digits of a CNPJ', () => {
  fc.assert(
    fc.property(text('0123456789ABCXYZ', 12), text('ABCXYZ', 2), (base, end) => {
      expect(isCnpj(base + end)).toBe(false);
    }),
  );
});

test.each(['', '000.000.000-00', '111.111.111-11', '123', '529.982.247-2', 'abc'])(
  'rejects the CPF %s',
  (typed) => {
    expect(isCpf(typed)).toBe(false);
    expect(isCpfCnpj(typed)).toBe(false);
  },
);
test.each(['', '00.000.000/0000-00', '11111111111111', '1122233300018'])('rejects the CNPJ %s', (typed) => {
  expect(isCnpj(typed)).toBe(false);
});

test.each([
  ['5', '5'],
  ['52998', '529.98'],
  ['52998224725', '529.982.247-25'],
  ['529982247251', '52.998.224/7251'],
  ['12ABC', '12.ABC'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['12.ABC.345/01DE-35999', '12.ABC.345/01DE-35'],
])('masks %s as %s', (typed, shown) => expect(maskCpfCnpj(typed)).toBe(shown));

test('masks any text idempotently and keeps its characters', () => {
  fc.assert(
    fc.property(text('0123456789AZ.-/ ', 20), (typed) => {
      const masked = maskCpfCnpj(typed);
      expect(maskCpfCnpj(masked)).toBe(masked);
      expect(masked.length).toBeLessThanOrEqual(18);
      expect(plainTaxNumber(typed).startsWith(plainTaxNumber(masked))).toBe(true);
    }),
  );
});

test.each([
  [' 529 982 247 25 ', '529.982.247-25'],
  ['529\u00a0.\u00a0982\u00a0.\u00a0247\u2011\u00a025', '529.982.247-25'],
  ['CPF: 529.982.247-25', '529.982.247-25'],
  ['\u0665\u0662\u0669982247-\uff12\uff15', '529.982.247-25'],
  ['\u202a52998224725\u202c', '529.982.247-25'],
  ['CNPJ 11.222.333 / 0001 - 81', '11.222.333/0001-81'],
  ['CPF12345000162', 'CP.F12.345/0001-62'],
])('masks the pasted text %s as %s', (pasted, shown) => expect(maskCpfCnpj(pasted)).toBe(shown));

test('refuses a valid number with a further digit', () => {
  expect(isCpfCnpj('11.222.333/0001-81')).toBe(true);
  expect(isCpfCnpj('11.222.333/0001-811')).toBe(false);
  expect(isCpfCnpj('529.982.247-251')).toBe(false);
});
