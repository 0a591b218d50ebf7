import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { systemClock } from '../../../platform/clock.ts';
import { systemTransports } from '../../../platform/transports.ts';
import { createAuthority } from '../../charge-points/certificates.testing.ts';
import { readPayments } from './payments-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'payments-file-'));
const path = join(folder, 'payments.yaml');
beforeAll(async () => {
  const authority = await createAuthority('Bank');
  const [client, other] = [await authority.issueClient('CN=faisca'), await authority.issueClient('CN=other')];
  const texts = { 'client.pem': client.cert, 'client.key': client.key, 'other.key': other.key };
  for (const [name, text] of Object.entries({ ...texts, 'ca.pem': authority.ca, 'no.pem': 'not a PEM' }))
    writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const CONTEXT = { clock: systemClock, transports: systemTransports };

const env = { TOKEN: 'the-token', SECRET: 'a-secret-of-24-characters', SHORT: 'short' };
const CARDS = `provider: iugu
      url: https://api.iugu.example/v1
      accountId: ABC
      apiToken: { env: TOKEN }
      noticeSecret: { env: SECRET }`;
const PIX = `provider: api-pix
      url: https://bank.example/v2
      tokenUrl: https://bank.example/oauth/token
      clientId: id
      clientSecret: { env: TOKEN }
      key: chave@example.com
      certificate: client.pem
      privateKey: client.key
      noticeSecret: { env: SECRET }`;
const file = (cards = CARDS, pix = PIX) =>
  `brands:\n  faisca:\n    cards:\n      ${cards}\n    pix:\n      ${pix}\n`;

function read(content: string, allowsLoopback = false) {
  writeFileSync(path, content);
  return readPayments(path, { env, allowsLoopback });
}
/** Returns the lines of the error, without the folder. */
function mistakesOf(content: string, allowsLoopback = false): string[] {
  try {
    read(content, allowsLoopback);
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
      .replaceAll(`${folder}/`, '')
      .split('\n');
  }
  return [];
}

test('creates the ports of each brand, and none for a brand that it has not', () => {
  const { brands, createPorts } = read(file());
  expect(brands).toEqual(['faisca']);
  const payments = createPorts(CONTEXT);
  const { cards, pix } = payments.of('faisca');
  expect(cards?.capabilities).toEqual({ partialRefund: true, fullRefundDays: 180 });
  expect(pix?.capabilities).toEqual({ partialRefund: true, fullRefundDays: 90 });
  expect(payments.of('aurora')).toEqual({});
});

test('names an account without its key, which may be a tax number', () => {
  expect(read(file()).createPorts(CONTEXT).of('faisca').pix?.account).not.toContain('chave@');
});

test.each([
  [
    file().replace('accountId: ABC', 'account: ABC'),
    'payments.yaml:3:5: brands.faisca.cards.accountId is missing',
  ],
  [
    file().replace('{ env: TOKEN }', 'the-token'),
    /^payments.yaml:7:7: brands.faisca.cards.apiToken must name/,
  ],
  [
    file().replace('env: TOKEN', 'env: NONE'),
    'payments.yaml:7:7: brands.faisca.cards.apiToken names the environment variable NONE, which isn’t set',
  ],
  [file().replace('env: SECRET', 'env: SHORT'), /^payments.yaml:8:7: .*noticeSecret must be at least 24/],
  [file().replace('client.pem', 'other.pem'), /^payments.yaml:16:7: .*names the file other.pem, which can/],
  [file().replace('client.pem', 'no.pem'), /^payments.yaml:16:7: .*no.pem, which has no certificate as PEM/],
  [file().replace('client.pem', 'client.key'), /^payments.yaml:16:7: .*client.key, which has no certificate/],
  [
    file().replace('client.key', 'no.pem'),
    /^payments.yaml:17:7: .*no.pem, which has no private key without a password as PEM/,
  ],
  [file().replace('client.key', 'other.key'), /^payments.yaml:17:7: .*other.key, .* of another certificate/],
  [
    file().replace('client.key', 'client.key\n      authority: no.pem'),
    /^payments.yaml:18:7: .*authority names the file no.pem, which has no certificate/,
  ],
  [
    file()
      .replace('https://bank.example/v2', 'HTTPS://bank.example/v2')
      .replace('      certificate: client.pem\n', ''),
    /^payments.yaml:9:5: .*certificate is missing/,
  ],
  [file().replace('      certificate: client.pem\n', ''), /^payments.yaml:9:5: .*certificate is missing/],
  [
    file().replace('https://api.iugu.example', 'http://127.0.0.1:3'),
    /^payments.yaml:5:7: .*must begin with https/,
  ],
  [file().replace('provider: iugu', 'provider: other'), /^payments.yaml:4:7: .*must be iugu/],
  [file().replace('key: chave', 'key: *chave'), /^payments.yaml: an alias names nothing/],
])('refuses a mistake with its line: case %#', (content, message) => {
  const expected = typeof message === 'string' ? message.replace('’', "'") : message;
  const mistakes = mistakesOf(content);
  if (typeof expected === 'string') expect(mistakes).toContain(expected);
  else expect(mistakes.some((line) => expected.test(line))).toBe(true);
  expect(mistakes.join()).not.toContain('the-token');
  expect(mistakes.join()).not.toContain('not a PEM');
});

test('accepts a provider on this machine outside of production only', () => {
  const local = file(CARDS.replace('https://api.iugu.example', 'http://127.0.0.1:9'));
  expect(mistakesOf(local, true)).toEqual([]);
  expect(mistakesOf(local)).toHaveLength(1);
  expect(mistakesOf(file(CARDS.replace('https://api.iugu.example', 'http://10.0.0.1')), true)).toHaveLength(
    1,
  );
});

test('says which file is missing', () => {
  expect(() => readPayments(join(folder, 'none.yaml'), { env, allowsLoopback: false })).toThrow(
    /^PAYMENTS_FILE names the file .*none.yaml, which can't be read/,
  );
});
