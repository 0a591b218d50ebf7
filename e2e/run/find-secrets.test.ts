import { expect, test } from '@rstest/core';
import { findSecrets } from './find-secrets.ts';

const log = (fields: object) => JSON.stringify({ level: 40, time: 1795743799398, ...fields });
const HEX = 'A'.repeat(32);

test.each([
  ['a card number', log({ msg: 'card 4000000000000515 was declined' })],
  ['a card number', log({ err: { message: 'no 4111 1111 1111 1111' } })],
  ['a card number', 'TypeError: 4242-4242-4242-4242 is not a number'],
  ['a CPF', log({ payer: '52998224725' })],
  ['a CPF', log({ msg: 'cpf_cnpj 529.982.247-25 is invalid' })],
  ['a CVV', log({ verification_value: '737' })],
  ['a bearer token', log({ msg: 'sent Bearer eyJhbGciOiJ' })],
  ['basic credentials', log({ msg: 'Basic c2FuZGJveDo=' })],
  ['a credential', log({ access_token: 'abcdefgh' })],
  ['a credential', log({ headers: { authorization: 'xyz12345' } })],
  ['the token of a saved card', log({ msg: `sandbox/${HEX}/${HEX}` })],
  ['the secret of notices', log({ url: '/v1/notices/pix/abcdefghijklmnopqrstuvwx/pix' })],
  ['a known secret', log({ msg: 'a-secret-of-notices-for-tests' })],
])('finds %s in the log or an error, and names its line only', (what, line) => {
  expect(findSecrets(`first\n${line}\nlast`)).toEqual([`line 2 of the output has ${what}`]);
});

test('ignores ids, times and redacted values of the log, and titles and assertions of tests', () => {
  const lines = [
    log({ requestId: '627d5b74-5471-49a2-932d-b2737c30aa4d', orderId: 12, responseTime: 12.3456789012345 }),
    log({ url: '/v1/notices/iugu/:secret', token: '[Redacted]', txid: 'faisca52998224725' }),
    log({ id: 4000000000000516, cpf: '52998224726' }),
    ' ✓ a top-up with the card 4000000000000515 is declined',
    "AssertionError: expected '52998224725' to be '1'",
  ];
  expect(findSecrets(lines.join('\n'))).toEqual([]);
});
