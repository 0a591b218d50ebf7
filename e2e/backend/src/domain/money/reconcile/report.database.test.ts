/** The operator's report: what the drivers paid, and what the provider keeps and reverses. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from '../../../platform/database/orm.ts';
import { brands, users } from '../../../platform/database/schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/time.ts';
import { newPayer, settleNow } from '../../../testing/payers.ts';
import { startOfDay } from '../../sites/local-time.ts';
import { sendPaybacks } from '../paybacks/send-paybacks.ts';
import {
  type EmulatedAccounts,
  giveBack,
  ledgerSum,
  openEmulatedAccounts,
  topUpSixty,
} from './emulated-accounts.testing.ts';
import { reconcileDaily } from './reconcile-daily.ts';
import { readReport } from './report.ts';

let accounts: EmulatedAccounts;
beforeAll(async () => {
  accounts = await openEmulatedAccounts('iugu', new Date('2026-11-11T02:50:00Z'));
});
afterAll(() => accounts.close());

test('has gross, refunds, disputes, fee and net of each local day and brand', async () => {
  const { advance, backend, context, emulator } = accounts;
  const { db } = context;
  const [aurora] = await db.select().from(brands).where(eq(brands.slug, 'aurora'));
  const topUp = async (payer: Awaited<ReturnType<typeof newPayer>>, method: string, key: string) => {
    const { txid } = await topUpSixty(context, payer, method, key);
    return emulator.payments().find(({ reference }) => reference === txid)?.id ?? '';
  };
  const ana = await newPayer(backend, ['paid']);
  const bruno = await newPayer(backend, ['paid']);
  await db
    .update(users)
    .set({ brandId: aurora?.id ?? -1 })
    .where(eq(users.id, bruno.id));
  // 23:50 on November 10 in São Paulo.
  const card = await topUp(ana, ana.cards[0] ?? '', 'a');
  advance(20 * MINUTE_MS);
  emulator.perform(await topUp(ana, 'pix', 'b'), { action: 'pay' });
  emulator.perform(await topUp(bruno, 'pix', 'c'), { action: 'payTwice' });
  await settleNow(backend);
  emulator.perform(card, { action: 'dispute' });
  advance(DAY_MS);
  await reconcileDaily(context);
  emulator.perform(card, { action: 'winDispute' });
  advance(HOUR_MS * 12);
  await settleNow(backend);
  await giveBack(context, bruno, 'd');
  await sendPaybacks(context);

  const november = { from: startOfDay('2026-11-01'), to: startOfDay('2026-12-01') };
  const none = { refunds: 0, disputes: 0 };
  const rows = await readReport(context, november);
  expect(rows).toEqual([
    { ...none, day: '2026-11-10', brand: 'faisca', gross: 6000, fee: 193, net: 5807 },
    { ...none, day: '2026-11-11', brand: 'aurora', gross: 12_000, fee: 198, net: 11_802 },
    { ...none, day: '2026-11-11', brand: 'faisca', gross: 6000, fee: 99, net: 5901 },
    { ...none, day: '2026-11-12', brand: 'aurora', gross: 0, refunds: 12_000, fee: 0, net: -12_000 },
    { ...none, day: '2026-11-12', brand: 'faisca', gross: 0, disputes: 0, fee: 0, net: 0 },
  ]);
  const first = { from: november.from, to: startOfDay('2026-11-11') };
  expect(await readReport(context, first)).toEqual(rows.slice(0, 1));
  expect(await ledgerSum(context)).toBe(0);
});
