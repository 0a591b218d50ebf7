import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { refusalOf } from './password-rules.ts';

const owner = { email: 'joao.conceicao@example.com', name: 'João Conceição da Silva' };

test.each([
  ['12345', 'PASSWORD_INVALID'],
  ['x'.repeat(201), 'PASSWORD_INVALID'],
  ['      ', 'PASSWORD_BLANK'],
  ['\u00a0 \t\u3000  ', 'PASSWORD_BLANK'],
  ['aaaaaa', 'PASSWORD_REPEATED'],
  ['7777777', 'PASSWORD_REPEATED'],
  ['⚡⚡⚡⚡⚡⚡', 'PASSWORD_REPEATED'],
  ['😀'.repeat(6), 'PASSWORD_REPEATED'],
  ['joao.conceicao@example.com', 'PASSWORD_IS_EMAIL'],
  ['Joao.Conceicao@Example.com', 'PASSWORD_IS_EMAIL'],
  ['joao.conceicao', 'PASSWORD_IS_EMAIL'],
  ['João.Conceição', 'PASSWORD_IS_EMAIL'],
  ['João Conceição da Silva', 'PASSWORD_IS_NAME'],
  ['joaoconceicaodasilva', 'PASSWORD_IS_NAME'],
  ['CONCEIÇÃO', 'PASSWORD_IS_NAME'],
  ['conceicao', 'PASSWORD_IS_NAME'],
  ['Conceic\u0327a\u0303o', 'PASSWORD_IS_NAME'],
  ['123456', 'PASSWORD_COMMON'],
  ['qwerty', 'PASSWORD_COMMON'],
  ['Password', 'PASSWORD_COMMON'],
  ['P@ssw0rd', 'PASSWORD_COMMON'],
  ['brasil', 'PASSWORD_COMMON'],
  ['senha123', 'PASSWORD_COMMON'],
  ['flamengo', 'PASSWORD_COMMON'],
  ['Faísca', 'PASSWORD_COMMON'],
  ['faisca2026', 'PASSWORD_COMMON'],
  ['carro elétrico 1', 'PASSWORD_COMMON'],
])('refuses %j with %s', (password, code) => {
  expect(refusalOf(password, owner)).toBe(code);
});

test.each([
  'recarga123',
  'novasenha',
  'minha senha boa',
  ' espaço antes',
  'açúcar⚡é doce',
  '😀😃😄',
  'x1'.repeat(100),
  // A short word of the name, and the name within a longer password.
  'Silva-7',
  'conceicao-de-itu',
])('allows %j', (password) => {
  expect(refusalOf(password, owner)).toBeUndefined();
});

test('allows random passwords', () => {
  const random = fc.string({ unit: 'grapheme', minLength: 16, maxLength: 100 });
  fc.assert(
    fc.property(random, (password) => {
      fc.pre(password.trim() !== '' && new Set(password).size > 1);
      expect(refusalOf(password, owner)).toBeUndefined();
    }),
  );
});
