/** `pnpm payments reconcile` and `report` on a database and the emulator, with the outputs of `.docs/payments.md`. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_ACCOUNT } from '@e2e/payments';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import {
  type EmulatedAccounts,
  openEmulatedAccounts,
  topUpSixty,
} from '../domain/money/reconcile/emulated-accounts.testing.ts';
import { orders } from '../platform/database/schema.ts';
import { DAY_MS } from '../platform/time.ts';
import { type FreshDatabase, freshStoredDatabase } from '../testing/fresh-database.ts';
import { newPayer, settleNow } from '../testing/payers.ts';

const folder = mkdtempSync(join(tmpdir(), 'payments-books-'));
const documentation = readFileSync(join(import.meta.dirname, '../../../../.docs/payments.md'), 'utf8');
let fresh: FreshDatabase;
let accounts: EmulatedAccounts;

beforeAll(async () => {
  fresh = await freshStoredDatabase(folder);
  accounts = await openEmulatedAccounts('iugu', new Date('2026-11-10T15:00:00Z'), fresh.options);
  const { advance, backend, context, emulator } = accounts;
  const { url } = emulator;
  const ana = await newPayer(backend, ['paid']);
  const pay = async (method: string, key: string) => {
    const { txid } = await topUpSixty(context, ana, method, key);
    return emulator.payments().find(({ reference }) => reference === txid)?.id ?? '';
  };
  await pay(ana.cards[0] ?? '', 'a');
  emulator.perform(await pay('pix', 'b'), { action: 'payTwice' });
  await settleNow(backend);
  advance(DAY_MS);
  emulator.perform(await pay('pix', 'c'), { action: 'pay' });
  await settleNow(backend);
  const disputed = await pay(ana.cards[0] ?? '', 'd');
  emulator.perform(disputed, { action: 'dispute' });
  await context.db.update(orders).set({ nextLookUpAt: accounts.now() });
  await settleNow(backend);
  // Only the command opens the database from now on.
  await backend.close();
  const iugu = `{ provider: iugu, url: ${url}/v1, accountId: ${SANDBOX_ACCOUNT.id}, apiToken: { env: TOKEN }, noticeSecret: { env: NOTICES } }`;
  const file = `brands:\n  faisca:\n    cards: ${iugu}\n    pix: ${iugu}\n`;
  writeFileSync(join(folder, 'payments.yaml'), file);
});
afterAll(async () => {
  await accounts.close();
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

function run(...args: string[]) {
  const { databaseUrl = '', dataDir = '' } = fresh.options;
  const env = {
    ...process.env,
    NODE_ENV: '',
    SANDBOX: '1',
    TOKEN: SANDBOX_ACCOUNT.secret,
    NOTICES: 'secret-of-the-notices-of-iugu',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PAYMENTS_FILE: join(folder, 'payments.yaml'),
  };
  const script = join(import.meta.dirname, 'payments-command.ts');
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}`.replaceAll('\u00a0', ' ').trim() }),
    );
  });
}

test('reports gross, refunds, disputes, fee and net of a month, as documented', async () => {
  const { code, output } = await run('report', '--month', '2026-11');
  expect(code).toBe(0);
  expect(documentation).toContain(`\n${output}\n`);
  const asCsv = await run('report', '--month', '2026-11', '--csv');
  expect(asCsv.output.split('\r\n')).toEqual([
    'day,brand,gross,refunds,disputes,fee,net',
    '2026-11-10,faisca,180.00,0.00,0.00,3.91,176.09',
    '2026-11-11,faisca,120.00,0.00,60.00,2.92,57.08',
  ]);
  expect((await run('report', '--month', '2026-10', '--csv')).output).toBe(
    'day,brand,gross,refunds,disputes,fee,net',
  );
});

test('prints what differs, and succeeds only without differences', async () => {
  const days = ['--from', '2026-11-10', '--to', '2026-11-11'];
  expect(await run('reconcile', ...days)).toEqual({ code: 0, output: 'Differences: 0' });
  const [pix, card] = Object.values(accounts.emulator.state.invoices).slice(-2);
  if (!pix || !card) throw new Error('the emulator has no invoices');
  pix.paidCents = 6100;
  const text = await run('reconcile', ...days);
  expect(text.code).toBe(1);
  const withoutIds = (shown: string) => shown.replaceAll(/[0-9A-F]{32}/g, 'ID');
  expect(withoutIds(documentation)).toContain(`\n${withoutIds(text.output)}\n`);
  card.request.order_id = 'faisca00000000000000000000000000';
  card.request.external_reference = card.request.order_id;
  card.id = '=1+1';
  const csv = (await run('reconcile', ...days, '--csv')).output.split('\r\n');
  expect(csv[0]).toBe('brand,method,account,what,difference,order,reference,id,here,there');
  expect(csv).toContain(
    `faisca,card,iugu/sandbox,payment,missingHere,,faisca00000000000000000000000000,'=1+1,0.00,60.00`,
  );
});

test('gives back only a payment that no order has, and that is not disputed', async () => {
  const days = ['--from', '2026-11-10', '--to', '2026-11-11'];
  const disputed = await run('give-back', ...days, '--reference', 'faisca00000000000000000000000000');
  expect(disputed).toEqual({ code: 1, output: 'faisca00000000000000000000000000 is disputed.' });
  const { code, output } = await run('give-back', ...days, '--reference', 'faisca1');
  expect(code).toBe(1);
  expect(output).toBe('No payment of these days has this reference and no order.');
});

test('refuses days and months that the calendar lacks', async () => {
  for (const args of [
    ['reconcile', '--from', '2026-11-31', '--to', '2026-12-01'],
    ['report', '--month', '2026-13'],
  ]) {
    const { code, output } = await run(...args);
    expect(code).toBe(1);
    expect(output).toContain('pnpm payments report --month <month> [--csv]');
  }
});
