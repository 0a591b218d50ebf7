/** Refunds of charges through the operator's call, and what the driver sees of them. */
import { beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { chargePayment, type RefundRequest, refundCharge } from '@shared/contract/refund';
import { and, eq, sql } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import { brands, ledgerEntries, notices } from '../../../platform/database/schema.ts';
import { callApi } from '../../../testing/test-backend.ts';
import { setUpCharges } from '../../charging/charges.testing.ts';
import { closeAbandoned } from '../../charging/close-abandoned.ts';
import { composeNotice } from '../../notices/compose-notice.ts';
import { addOperator } from '../../operator/operator.testing.ts';

const HOUR = 3_600_000;
const charges = setUpCharges();
const { begin, advanceClock } = charges;
const backend = () => charges.network.backend;

let operator: Awaited<ReturnType<typeof addOperator>>;
beforeAll(async () => {
  operator = await addOperator(backend(), charges.network.brandId);
});

/** Returns an ended charge of 10 kWh for R$ 18,90 and 30 minutes of charging for R$ 3,00. */
async function endedCharge(cents = 5000) {
  await charges.priceMinutes(0.1);
  const charge = await begin(cents);
  advanceClock(HOUR / 2);
  await charge.stops(11_000);
  return charge;
}

type Given = Partial<Record<keyof RefundRequest, unknown>>;
const refund = (id: number, given: Given, key: string = crypto.randomUUID(), token = operator.token) =>
  callApi(backend(), refundCharge, {
    path: { transactionId: String(id) },
    body: { reason: 'Carregador com falha', ...given },
    token,
    headers: { 'idempotency-key': key },
  });

type Charge = Awaited<ReturnType<typeof begin>>;
/** Returns description, amount and whether it is struck through, of each line of the receipt. */
async function receiptOf({ receipt }: Pick<Charge, 'receipt'>) {
  const { amount, order } = (await receipt()) ?? {};
  const lines = order?.orderItems?.map(({ orderItemDesc, orderItemAmount, orderItemRefunded }) => [
    orderItemDesc,
    orderItemAmount,
    orderItemRefunded === true,
  ]);
  return { amount, lines };
}
const rowsOf = async ({ statement }: Pick<Charge, 'statement'>) =>
  (await statement()).map(({ orderItemDesc, uwhAmmount, uwhUwttId }) => [
    orderItemDesc,
    uwhUwttId === 1 ? -uwhAmmount : uwhAmmount,
  ]);
const walletOf = async ({ funds }: Pick<Charge, 'funds'>) => (await funds()).wallet;

test('refunds lines of the bill: they are struck through, and the statement has a row of its own', async () => {
  const charge = await endedCharge();
  const { status, response } = await refund(charge.transactionId, { lines: [2] });
  expect({ status, response }).toMatchObject({
    status: 200,
    response: {
      amount: 21.9,
      refunded: 3,
      lines: [
        { line: 1, description: 'Energia', amount: 18.9, refunded: false },
        { line: 2, amount: 3, refunded: true },
      ],
      refunds: [{ given: 3, amount: 3, reason: 'Carregador com falha', operatorId: operator.id }],
    },
  });
  expect(await walletOf(charge)).toBe(5000 - 1890);
  expect(await receiptOf(charge)).toEqual({
    amount: 18.9,
    lines: [
      ['Energia', 18.9, false],
      ['Tempo de recarga', 3, true],
    ],
  });
  const entries = await charge.statement();
  expect(entries.find(({ orderItemDesc }) => orderItemDesc === 'Reembolso')).toMatchObject({
    uwhAmmount: 3,
    uwhUwttId: 2,
    transactionId: charge.transactionId,
  });
  expect(await refund(charge.transactionId, { lines: [2] })).toMatchObject({ code: 'LINE_REFUNDED' });
  expect(await refund(charge.transactionId, { lines: [3] })).toMatchObject({ code: 'UNKNOWN_LINE' });
});

test('shows a refunded amount as a line of its own, and strikes all lines through once all is refunded', async () => {
  const charge = await endedCharge();
  await refund(charge.transactionId, { amount: 4.55 });
  expect(await receiptOf(charge)).toEqual({
    amount: 17.35,
    lines: [
      ['Energia', 18.9, false],
      ['Tempo de recarga', 3, false],
      ['Reembolso', -4.55, false],
    ],
  });
  expect(await refund(charge.transactionId, { amount: 17.36 })).toMatchObject({
    status: 409,
    code: 'REFUND_EXCEEDS_PAYMENT',
  });
  await refund(charge.transactionId, {});
  expect(await receiptOf(charge)).toEqual({
    amount: 0,
    lines: [
      ['Energia', 18.9, true],
      ['Tempo de recarga', 3, true],
    ],
  });
  expect((await rowsOf(charge)).sort()).toEqual([
    ['Recarga', -21.9],
    ['Reembolso', 17.35],
    ['Reembolso', 4.55],
  ]);
  expect(await walletOf(charge)).toBe(5000);
  expect(await refund(charge.transactionId, {})).toMatchObject({ code: 'REFUND_EXCEEDS_PAYMENT' });
});

test('refunds once per key, however often and concurrently the call is repeated', async () => {
  const charge = await endedCharge();
  const repeat = () => refund(charge.transactionId, { amount: 5 }, 'support-4711');
  const responses = await Promise.all([repeat(), repeat(), repeat()]);
  responses.push(await repeat());
  for (const { response } of responses) expect(response).toMatchObject({ refunded: 5 });
  expect(await walletOf(charge)).toBe(5000 - 2190 + 500);
  const other = await refund(charge.transactionId, { amount: 6 }, 'support-4711');
  expect(other).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('refunds one charge when one key is used for several at the same time', async () => {
  const ended = [await endedCharge(), await endedCharge(), await endedCharge()];
  const responses = await Promise.all(ended.map((charge) => refund(charge.transactionId, {}, 'support-5')));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('never refunds more than was paid when operators refund at the same time', async () => {
  const charge = await endedCharge();
  const refunds = Array.from({ length: 8 }, () => refund(charge.transactionId, { amount: 5 }));
  const accepted = (await Promise.all(refunds)).filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(4);
  expect(await walletOf(charge)).toBe(5000 - 2190 + 2000);
});

test.each([
  ['zero', { amount: 0 }],
  ['a negative amount', { amount: -5 }],
  ['a fraction of a cent', { amount: 0.001 }],
  ['no lines', { lines: [] }],
  ['an amount and lines', { amount: 1, lines: [1] }],
  ['no reason', { reason: ' ' }],
])('refuses a refund with %s', async (_, given) => {
  expect(await refund(1, given)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
});

test('refuses refunds of running, unknown and free charges, of another brand, and by a driver', async () => {
  const running = await begin(5000);
  expect(await refund(running.transactionId, {})).toMatchObject({ status: 409, code: 'CHARGE_RUNNING' });
  await running.stops(1000);
  expect(await refund(running.transactionId, {})).toMatchObject({ status: 409, code: 'NOTHING_PAID' });
  expect(await refund(999_999, {})).toMatchObject({ status: 404 });

  const charge = await endedCharge();
  const { db } = backend().context;
  const brand = { slug: 'outra', name: 'Outra', color: '#000000', userDomain: 'outra' };
  const { id: brandId } = one(await db.insert(brands).values(brand).returning());
  const foreign = await addOperator(backend(), brandId);
  const path = { transactionId: String(charge.transactionId) };
  expect(await refund(charge.transactionId, {}, 'foreign', foreign.token)).toMatchObject({ status: 404 });
  expect(await callApi(backend(), chargePayment, { path, token: foreign.token })).toMatchObject({
    status: 404,
  });
  const driver = { code: 'NOT_AN_OPERATOR', status: 403 };
  expect(await refund(charge.transactionId, {}, 'own', charge.driver.token)).toMatchObject(driver);
  expect(await callApi(backend(), chargePayment, { path, token: charge.driver.token })).toMatchObject(driver);
  expect(await callApi(backend(), chargePayment, { path })).toMatchObject({ status: 401 });
  expect(await walletOf(charge)).toBe(5000 - 2190);
});

test('gives nothing back twice when a late stop lowers a refunded bill', async () => {
  await charges.priceMinutes(0.1);
  const charge = await begin(5000);
  advanceClock(HOUR / 2);
  await charge.meters(11_000);
  const stoppedAt = charge.context.now();
  advanceClock(HOUR / 2);
  await charge.setOnline(false);
  advanceClock(25 * HOUR);
  await closeAbandoned(charge.context);
  expect(await walletOf(charge)).toBe(5000 - 2490);
  await refund(charge.transactionId, { lines: [2] });
  await refund(charge.transactionId, { amount: 1 });
  expect(await walletOf(charge)).toBe(5000 - 1790);
  await charge.stops(11_000, stoppedAt);
  expect(await walletOf(charge)).toBe(5000 - 1790);
  expect(await receiptOf(charge)).toEqual({
    amount: 17.9,
    lines: [
      ['Energia', 18.9, false],
      ['Tempo de recarga', 3, false],
      ['Reembolso', -4, false],
    ],
  });
  expect((await rowsOf(charge)).reduce((sum, [, reais]) => sum + Number(reais) * 100, 0)).toBe(-1790);
});

test('bills a resumed charge in full, although its presumed bill was refunded', async () => {
  await charges.priceMinutes(0);
  const charge = await begin(5000);
  advanceClock(HOUR);
  await charge.meters(6000);
  advanceClock(HOUR);
  await closeAbandoned(charge.context);
  const repeated = () => refund(charge.transactionId, { amount: 5 }, 'support-6');
  expect(await repeated()).toMatchObject({ status: 200 });
  await charge.meters(8000);
  expect(await repeated()).toMatchObject({ status: 200 });
  expect(await refund(charge.transactionId, {})).toMatchObject({ status: 409, code: 'CHARGE_RUNNING' });
  await charge.stops(11_000);
  expect(await charge.funds()).toEqual({ wallet: 5000 - 1890, held: 0, owed: 0 });
  expect(await rowsOf(charge)).toEqual([['Recarga', -18.9]]);
  expect((await refund(charge.transactionId, {})).response).toMatchObject({
    refunded: 18.9,
    refunds: [
      { given: 5, amount: 0 },
      { given: 18.9, amount: 18.9 },
    ],
  });
});

test("keeps a deleted account's refund for the operator, and the ledger balanced", async () => {
  const charge = await endedCharge();
  const { id, token } = charge.driver;
  await callApi(backend(), calls.deleteUser, { path: { userId: String(id) }, token });
  expect(await refund(charge.transactionId, {})).toMatchObject({ status: 200 });
  expect(await charge.funds()).toEqual({ wallet: 0, held: 0, owed: 0 });
  const sum = sql<string>`coalesce(sum(${ledgerEntries.cents}), 0)`;
  expect(await backend().context.db.select({ sum }).from(ledgerEntries)).toEqual([{ sum: '0' }]);
});

test('notifies the driver of each refund, with the total of the charge', async () => {
  const charge = await endedCharge();
  const { db, now } = backend().context;
  const noticeOf = async () => {
    const [notice] = await db
      .select()
      .from(notices)
      .where(and(eq(notices.transactionId, charge.transactionId), eq(notices.kind, 'chargeRefunded')));
    return notice && (await composeNotice({ db, now }, notice))?.message;
  };
  for (const total of ['4,55', '9,10']) {
    await refund(charge.transactionId, { amount: 4.55 });
    expect(await noticeOf()).toMatchObject({
      title: expect.stringContaining('Reembolso'),
      body: expect.stringContaining(`R$\u00a0${total} da recarga em`),
      path: `/faisca/extract/recharge/${charge.transactionId}`,
    });
  }
});
