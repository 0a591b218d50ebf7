/** The commands of `.docs/payments.md` against the emulator, over mutual TLS as at a bank. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Emulator, startEmulator } from '@e2e/payments';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { createAuthority } from '../domain/charge-points/certificates.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'payments-command-'));
const SECRETS = {
  FAISCA_IUGU_TOKEN: 'sandbox',
  FAISCA_PIX_SECRET: 'sandbox',
  FAISCA_IUGU_NOTICES: 'secret-of-the-notices-of-iugu',
  FAISCA_PIX_NOTICES: 'secret-of-the-notices-of-pix',
};
const documentation = readFileSync(join(import.meta.dirname, '../../../../.docs/payments.md'), 'utf8');
const [, example = ''] = /```yaml\n(.*?)```/s.exec(documentation) ?? [];
let iugu: Emulator;
let bank: Emulator;

beforeAll(async () => {
  const authority = await createAuthority('Bank');
  const server = await authority.issueServer();
  const client = await authority.issueClient('CN=faisca');
  iugu = await startEmulator();
  bank = await startEmulator({ tls: { cert: server.cert, key: server.key, ca: authority.ca } });
  writeFileSync(join(folder, 'client.pem'), client.cert);
  writeFileSync(join(folder, 'client.key'), client.key);
  writeFileSync(join(folder, 'ca.pem'), authority.ca);
  mkdirSync(join(folder, 'dist'));
});
afterAll(async () => {
  await Promise.all([iugu.close(), bank.close()]);
  rmSync(folder, { recursive: true });
});

/** Runs a command with the documented example, at the emulator's addresses. */
function run(action: string, { secrets = {}, page = 'sandbox', brand = 'faisca' } = {}) {
  const path = join(folder, 'payments.yaml');
  const file = example
    .replace('  faisca:', `  ${brand}:`)
    .replace('https://api.iugu.com', iugu.url)
    .replaceAll('https://bank.example', bank.url.replace('https', 'HTTPS'))
    .replace(/accountId: \w+/, 'accountId: sandbox')
    .replace('clientId: faisca', 'clientId: sandbox');
  writeFileSync(path, file);
  const payment = { scriptUrl: 'https://js.iugu.example/v2', accountId: page };
  writeFileSync(join(folder, 'dist', 'config.json'), JSON.stringify({ brands: { faisca: { payment } } }));
  const env = {
    ...{
      PATH: process.env.PATH,
      SITE_DIR: join(folder, 'dist'),
      SITE_URL: 'https://app.example',
      SANDBOX: '1',
    },
    ...SECRETS,
    ...secrets,
    PAYMENTS_FILE: path,
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  };
  const command = join(import.meta.dirname, 'payments-command.ts');
  return new Promise<{ code: number; output: string[] }>((resolve) => {
    execFile(process.execPath, [command, action], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}`.trim().split('\n') }),
    );
  });
}

test('says what is missing, registers the webhook, and then finds nothing wrong', async () => {
  expect(await run('check')).toEqual({
    code: 1,
    output: [
      'faisca cards: ok: config.json has the script of this account.',
      'faisca cards: ok: iugu accepts the API token of this account.',
      'faisca Pix: ok: the bank accepts certificate, credentials and key.',
      'faisca Pix: PROBLEM: the bank has no webhook of this key (pnpm payments webhook).',
    ],
  });
  expect(await run('webhook')).toEqual({
    code: 0,
    output: [
      "faisca cards: ok: enter https://app.example/v1/notices/iugu/ and the secret as the URL of a trigger for all invoice events in iugu's panel.",
      'faisca Pix: ok: the bank sends notices of this key to this server.',
    ],
  });
  expect(Object.values(bank.state.webhooks)).toMatchObject([
    { webhookUrl: `https://app.example/v1/notices/pix/${SECRETS.FAISCA_PIX_NOTICES}` },
  ]);
  expect((await run('check')).code).toBe(0);
});

test('names a brand that the web app does not have', async () => {
  const { code, output } = await run('check', { brand: 'fasica' });
  expect(code).toBe(1);
  expect(output).toContain('fasica brand: PROBLEM: the web app has no brand of this name: is it misspelt?');
});

test('names wrong credentials, another account of the page, and mistakes of the file', async () => {
  const wrong = await run('check', {
    secrets: { FAISCA_IUGU_TOKEN: 'wrong', FAISCA_PIX_SECRET: 'wrong' },
    page: 'other',
  });
  expect(wrong.code).toBe(1);
  expect(wrong.output).toEqual([
    'faisca cards: PROBLEM: payment.accountId in config.json is another account than accountId in the file.',
    'faisca cards: PROBLEM: iugu refuses the API token (apiToken).',
    'faisca Pix: PROBLEM: the bank responded with 401 to a request for a token',
  ]);
  const unset = await run('check', { secrets: { FAISCA_PIX_SECRET: '' } });
  expect(unset.output.join()).toMatch(/payments\.yaml:14:\d+: .*clientSecret names the environment variable/);
});
