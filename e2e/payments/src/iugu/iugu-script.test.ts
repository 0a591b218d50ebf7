/** The card script against the emulator, as in a browser. */

import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { type Emulator, startEmulator } from '../emulator.ts';

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

let emulator: Emulator;
let Iugu: Script;

beforeAll(async () => {
  emulator = await startEmulator();
  Iugu = load();
});
afterAll(() => emulator.close());

/** Loads the script as a page does from this URL. */
function load(src = `${emulator.url}/v1/iugu.js`): Script {
  const source = readFileSync(new URL('./iugu.js', import.meta.url), 'utf8');
  return runInNewContext(`${source}; Iugu`, { document: { currentScript: { src } }, fetch, URL, setTimeout });
}

const card = (number: string, month = '12', year = '31', cvv = '123') =>
  Iugu.CreditCard(number, month, year, 'Ana', 'Ferreira', cvv);
const tokenOf = (typed: Card, script = Iugu) =>
  new Promise<TokenResponse>((resolve) => script.createPaymentToken(typed, resolve));

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
  const remembered = JSON.stringify([response, emulator.state]);
  expect(remembered).not.toMatch(/41111111|"123"/);
});

test('returns errors as an array, as a string, and when the provider is unreachable', async () => {
  expect(await tokenOf(card('4000000000000069'))).toEqual({ errors: { number: ['não é válido'] } });
  expect(await tokenOf(card('4000000000000119'))).toEqual({ errors: 'Não foi possível gerar o token' });
  const script = load('http://127.0.0.1:9/provider.js');
  script.setAccountID('sandbox');
  expect(await tokenOf(card('4111111111111111'), script)).toEqual({ errors: 'network_error' });
});

test('has test cards with valid numbers', () => {
  const numbers = readFileSync(new URL('./test-cards.ts', import.meta.url), 'utf8').match(/'\d{16}'/g) ?? [];
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers.filter((number) => !card(number).valid())).toEqual([]);
});
