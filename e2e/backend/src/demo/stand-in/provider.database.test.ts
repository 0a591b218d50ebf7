/** The stand-in's script against its own endpoint, as in a browser. */

import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { IUGU_SCRIPT } from '@e2e/payments';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Backend } from '../../app.ts';
import { startTestBackend } from '../../testing/test-backend.ts';

interface Card {
  valid(): boolean;
  errors(): Record<string, string> | undefined;
  brand(): string | false;
}
interface TokenResponse {
  id?: string;
  errors?: unknown;
  extra_info?: Record<string, unknown>;
}
interface Script {
  setAccountID(id: string): void;
  setTestMode(test: boolean): void;
  CreditCard(...parts: string[]): Card;
  createPaymentToken(card: Card, callback: (response: TokenResponse) => void): void;
  utils: Record<string, (...parts: string[]) => unknown>;
}

let backend: Backend;
let Iugu: Script;

beforeAll(async () => {
  backend = await startTestBackend({ sandbox: true });
  Iugu = load();
});
afterAll(() => backend.close());

/** Loads the script as a page does from this URL. */
function load(src = `${backend.url}/sandbox/payment/provider.js`): Script {
  const source = readFileSync(IUGU_SCRIPT, 'utf8');
  return runInNewContext(`${source}; Iugu`, { document: { currentScript: { src } }, fetch, URL, setTimeout });
}

const card = (number: string, month = '12', year = '31', cvv = '123') =>
  Iugu.CreditCard(number, month, year, 'Ana', 'Ferreira', cvv);
const tokenOf = (typed: Card, script = Iugu) =>
  new Promise<TokenResponse>((resolve) => script.createPaymentToken(typed, resolve));

test('serves the script as JavaScript', async () => {
  const response = await fetch(`${backend.url}/sandbox/payment/provider.js`);
  expect(response.headers.get('content-type')).toContain('javascript');
});

test('validates numbers, brands, dates and codes', () => {
  const { utils } = Iugu;
  expect(utils.validateCreditCardNumber?.('4111 1111 1111 1111')).toBe(true);
  expect(utils.validateCreditCardNumber?.('4111 1111 1111 1112')).toBe(false);
  expect(utils.validateCreditCardNumber?.('')).toBe(false);
  expect(utils.getBrandByCreditCardNumber?.('5555 5555 5555 4444')).toBe('mastercard');
  expect(utils.getBrandByCreditCardNumber?.('6362 9700 0045 7013')).toBe('elo');
  expect(utils.getBrandByCreditCardNumber?.('9999')).toBe(false);
  expect(utils.validateExpirationString?.('12/31')).toBe(true);
  expect(utils.validateExpirationString?.('13/31')).toBe(false);
  expect(utils.validateExpirationString?.('01/20')).toBe(false);
  expect(utils.validateExpirationString?.('1231')).toBe(false);
  expect(utils.validateCVV?.('123', 'visa')).toBe(true);
  expect(utils.validateCVV?.('12', 'visa')).toBe(false);
});

test('creates no token without an account, or for an invalid card', async () => {
  expect(await tokenOf(card('4111111111111111'))).toEqual({ errors: { account_id: 'is_invalid' } });
  Iugu.setAccountID('sandbox');
  Iugu.setTestMode(true);
  const wrong = card('4111111111111112', '13', '31', '1');
  expect(wrong.valid()).toBe(false);
  expect(await tokenOf(wrong)).toEqual({
    errors: { number: 'is_invalid', expiration: 'is_invalid', verification_value: 'is_invalid' },
  });
});

test("returns a token with the card's brand, last digits, holder and date, and without its number", async () => {
  const response = await tokenOf(card('4111 1111 1111 1111'));
  expect(response).toMatchObject({
    method: 'credit_card',
    test: true,
    extra_info: {
      brand: 'visa',
      display_number: 'XXXX-XXXX-XXXX-1111',
      holder_name: 'Ana Ferreira',
      month: 12,
      year: 2031,
    },
  });
  const tokenContent = Buffer.from(response.id ?? '', 'base64url').toString();
  expect(tokenContent).not.toMatch(/\d{13}/);
  expect(tokenContent).not.toContain('123"');
});

test('returns errors as an array, as a string, and when the provider is unreachable', async () => {
  expect(await tokenOf(card('4000000000000069'))).toEqual({ errors: { number: ['não é válido'] } });
  expect(await tokenOf(card('4000000000000119'))).toEqual({ errors: 'Não foi possível gerar o token' });
  const script = load('http://127.0.0.1:9/provider.js');
  script.setAccountID('sandbox');
  expect(await tokenOf(card('4111111111111111'), script)).toEqual({ errors: 'network_error' });
});

test('has test cards with valid numbers', () => {
  for (const end of ['0002', '0010', '0028', '0036', '0044', '0069', '0119', '0127'])
    expect(card(`400000000000${end}`).valid()).toBe(true);
});
