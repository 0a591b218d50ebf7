import { expect, test } from '@rstest/core';
import { readCode } from './read-code.ts';

test.each([
  ['12345-1', '12345-1'],
  [' 12345-1\n', '12345-1'],
  ['https://carrega.example/ch/12345-1', '12345-1'],
  ['https://carrega.example/aurora/ch/12345-1/', '12345-1'],
  // The alphanumeric mode of QR codes has upper case only.
  ['HTTPS://APP.EXAMPLE/CH/12345-1', '12345-1'],
  ['https://carrega.example/aurora/qrcode/12345-1', '12345-1'],
  ['https://carrega.example/ch/12345-1.', '12345-1'],
  ['https://carrega.example/ch/12345-1\u200b', '12345-1'],
  ['https://carrega.example/ch/12345-1/vaga', '12345-1'],
  ['12345-1\u200b', '12345-1'],
  ['http://localhost:3000/ch/12345-1?from=poster#top', '12345-1'],
])('finds the charger number in %j', (code, number) => {
  expect(readCode(code)).toBe(number);
});

test.each([
  '',
  '12345',
  '12345-12',
  '123456',
  'https://carrega.example/',
  'https://carrega.example/ch/abc',
  'https://carrega.example/?to=/ch/12345-1',
  'javascript:alert(1)//ch/12345-1',
  'WIFI:S:casa;T:WPA;P:segredo;;',
  '00020126580014br.gov.bcb.pix',
])('finds no charger number in %j', (code) => {
  expect(readCode(code)).toBeUndefined();
});
