import { expect, test } from '@rstest/core';
import { confirmation, email, firstBroken, password } from './rules.ts';

test('a field has the message of the first rule that it breaks, or none', () => {
  const messageOf = (text: string) => firstBroken(password('Curta').rules, text, {});
  expect(['', 'abc12', 'abc123'].map(messageOf)).toEqual(['Campo Obrigatório', 'Curta', undefined]);
  expect(firstBroken(email.rules, 'ana@exemplo', {})).toBe('Por favor insira um e-mail válido');
});

test('a confirmation has to equal the password', () => {
  const { rules } = confirmation('Difere');
  const messageOf = (text: string) => firstBroken(rules, text, { password: 'abc123' });
  expect(['', 'abc124', 'abc123'].map(messageOf)).toEqual(['Campo Obrigatório', 'Difere', undefined]);
});
