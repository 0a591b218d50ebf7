import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { pixCode } from './pix-code.ts';

const KEY = 'key@example.com';

/** EMV's checksum (CRC-16/CCITT-FALSE), computed without the library that creates the code. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Parses tags and values; throws if a length doesn't match. */
function read(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const [, id = '', length = ''] = /^(\d\d)(\d\d)/.exec(rest) ?? [];
    const value = rest.slice(4, 4 + Number(length));
    if (id === '' || value.length !== Number(length) || value === '') throw new Error(`can't read ${rest}`);
    fields.set(id, value);
    rest = rest.slice(4 + value.length);
  }
  return fields;
}

test("computes the standard's checksum, and that of the central bank's example", () => {
  expect(checksum('123456789')).toBe('29B1');
  const example =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
    '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
  expect(checksum(example.slice(0, -4))).toBe(example.slice(-4));
});

test('creates a code with every required field in order, ending with its checksum', () => {
  const code = pixCode(15_000, 'ORDER7', KEY);
  const fields = read(code);
  expect([...fields.keys()]).toEqual(['00', '26', '52', '53', '54', '58', '59', '60', '62', '63']);
  expect(fields.get('00')).toBe('01');
  expect(fields.get('53')).toBe('986');
  expect(fields.get('54')).toBe('150.00');
  expect(fields.get('58')).toBe('BR');
  expect(read(fields.get('26') ?? '').get('00')).toBe('br.gov.bcb.pix');
  expect(read(fields.get('62') ?? '').get('05')).toBe('ORDER7');
  expect(fields.get('59')).toMatch(/^[\x20-\x7e]{1,25}$/);
});

test('creates a code that parses, with a valid checksum, for any amount and order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.integer({ min: 1, max: 2 ** 31 }),
      (cents, id) => {
        const code = pixCode(cents, `ORDER${id}`, KEY);
        expect(read(code).get('54')).toBe((cents / 100).toFixed(2));
        expect(code.slice(-8, -4)).toBe('6304');
        expect(checksum(code.slice(0, -4))).toBe(code.slice(-4));
      },
    ),
  );
});
