import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import type { Database } from '../../../platform/database/database.ts';
import { openDatabase } from '../../../platform/database/open-database.ts';
import { eq, ne, sql } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import {
  brands,
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  orders,
  users,
} from '../../../platform/database/schema.ts';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import {
  balanceOf,
  correctSettlement,
  increaseHold,
  openHold,
  refundBill,
  releaseHold,
  settle,
  topUp,
} from './ledger.ts';

let database: Database;
let drop: () => Promise<void>;
let nextUser = 1;
let nextPayment = 1;
/** An order for all refunds: the ledger doesn't read it. */
let orderId: number;

beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = await openDatabase(fresh.options);
  orderId = await addOrder();
});
afterAll(async () => {
  await database.close();
  await drop();
});

async function addOrder(): Promise<number> {
  const { db } = database;
  const brand = { slug: 'a', name: 'A', color: '#000000', userDomain: 'a' };
  const { id: brandId } = one(await db.insert(brands).values(brand).returning());
  const user = { brandId, email: 'a@example.com', name: 'A' };
  const { id: userId } = one(await db.insert(users).values(user).returning());
  const order = { userId, kind: 1, state: 'paid' as const, cents: 0 };
  return one(await db.insert(orders).values(order).returning()).id;
}

const newUser = () => nextUser++;
const credit = (user: number, cents: number) => topUp(database.db, user, cents, `test:${nextPayment++}`);
const funds = async (user: number) => (await balanceOf(database.db, user)).funds;
const hold = async (user: number, cents: number) => {
  const id = await openHold(database.db, user, cents);
  if (id === undefined) throw new Error('no hold');
  return id;
};
const refund = (holdId: number, cents: number) =>
  refundBill(database.db, {
    orderId,
    holdId,
    cents,
    reason: 'test',
    operatorId: 0,
    idempotencyKey: crypto.randomUUID(),
    contentHash: '',
  });
/** Returns the users' accounts with a balance that isn't the sum of their entries. */
const wrongBalances = () =>
  database.db
    .select({ kind: ledgerAccounts.kind, userId: ledgerAccounts.userId, cents: ledgerAccounts.cents })
    .from(ledgerAccounts)
    .leftJoin(ledgerEntries, eq(ledgerEntries.accountId, ledgerAccounts.id))
    .where(ne(ledgerAccounts.userId, 0))
    .groupBy(ledgerAccounts.id)
    .having(sql`coalesce(sum(${ledgerEntries.cents}), 0) <> ${ledgerAccounts.cents}`);
const sumOfAll = async () => {
  const [row] = await database.db
    .select({ sum: sql<string>`coalesce(sum(${ledgerEntries.cents}), 0)` })
    .from(ledgerEntries);
  return Number(row?.sum);
};

test('credits a top-up once, however often it is reported', async () => {
  const user = newUser();
  expect(await topUp(database.db, user, 6000, `order:${user}`)).toBe(true);
  expect(await topUp(database.db, user, 6000, `order:${user}`)).toBe(false);
  expect(await funds(user)).toEqual({ wallet: 6000, held: 0, owed: 0 });
});

test('refuses a hold beyond the free credit', async () => {
  const user = newUser();
  await credit(user, 700);
  await hold(user, 500);
  expect(await openHold(database.db, user, 500)).toBeUndefined();
  expect(await funds(user)).toEqual({ wallet: 200, held: 500, owed: 0 });
});

test('grows a hold up to the credit and not beyond', async () => {
  const user = newUser();
  await credit(user, 1000);
  const id = await hold(user, 500);
  expect(await increaseHold(database.db, id, 900)).toBe(true);
  expect(await increaseHold(database.db, id, 600)).toBe(true);
  expect(await increaseHold(database.db, id, 1001)).toBe(false);
  expect(await funds(user)).toEqual({ wallet: 100, held: 900, owed: 0 });
});

test('pays the bill and frees the rest at settlement, once', async () => {
  const user = newUser();
  await credit(user, 1000);
  const id = await hold(user, 800);
  expect(await settle(database.db, id, 650)).toEqual({ paid: 650, owed: 0 });
  expect(await settle(database.db, id, 650)).toBeUndefined();
  expect(await settle(database.db, id, 10)).toBeUndefined();
  expect(await increaseHold(database.db, id, 900)).toBe(false);
  expect(await funds(user)).toEqual({ wallet: 350, held: 0, owed: 0 });
});

test('records a debt beyond hold and credit, and pays it first from the next top-up', async () => {
  const user = newUser();
  await credit(user, 500);
  const id = await hold(user, 500);
  expect(await settle(database.db, id, 730)).toEqual({ paid: 500, owed: 230 });
  expect(await balanceOf(database.db, user)).toEqual({
    cents: -230,
    funds: { wallet: 0, held: 0, owed: -230 },
  });
  await credit(user, 100);
  expect(await funds(user)).toEqual({ wallet: 0, held: 0, owed: -130 });
  await credit(user, 3500);
  expect(await funds(user)).toEqual({ wallet: 3370, held: 0, owed: 0 });
});

test('pays a debt from released credit, so that no charge starts while the user has debt', async () => {
  const user = newUser();
  await credit(user, 1000);
  const [first, second] = [await hold(user, 500), await hold(user, 500)];
  expect(await settle(database.db, first, 700)).toEqual({ paid: 500, owed: 200 });
  await releaseHold(database.db, second);
  expect(await funds(user)).toEqual({ wallet: 300, held: 0, owed: 0 });
  expect(await openHold(database.db, user, 500)).toBeUndefined();
});

test('refunds a bill to the credit, and not more than was billed', async () => {
  const user = newUser();
  await credit(user, 1000);
  const id = await hold(user, 800);
  expect(await refund(id, 100)).toBeUndefined();
  await settle(database.db, id, 650);
  expect(await refund(id, 651)).toBeUndefined();
  expect(await refund(id, 0)).toBeUndefined();
  expect(await refund(id, -5)).toBeUndefined();
  expect(await refund(id, 600)).toMatchObject({ cents: 600 });
  expect(await refund(id, 51)).toBeUndefined();
  expect(await funds(user)).toEqual({ wallet: 950, held: 0, owed: 0 });
});

test('pays debt first from a refund', async () => {
  const user = newUser();
  await credit(user, 500);
  const id = await hold(user, 500);
  await settle(database.db, id, 730);
  await refund(id, 200);
  expect(await funds(user)).toEqual({ wallet: 0, held: 0, owed: -30 });
  await refund(id, 530);
  expect(await funds(user)).toEqual({ wallet: 500, held: 0, owed: 0 });
});

test('refunds a bill once, although ten operators refund all of it at the same time', async () => {
  const user = newUser();
  await credit(user, 1000);
  const id = await hold(user, 800);
  await settle(database.db, id, 700);
  const given = await Promise.all(Array.from({ length: 10 }, () => refund(id, 700)));
  expect(given.filter(Boolean)).toHaveLength(1);
  expect(await funds(user)).toEqual({ wallet: 1000, held: 0, owed: 0 });
});

test.each([
  ['lowered by less than the refund', 700, 600],
  ['lowered by more than the refund', 500, 500],
  ['lowered to nothing', 0, 0],
  ['raised', 1200, 800],
])('gives nothing back twice when a refunded bill is %s', async (_, bill, paid) => {
  const user = newUser();
  await credit(user, 2000);
  const id = await hold(user, 1000);
  await settle(database.db, id, 1000);
  await refund(id, 300);
  await refund(id, 100);
  await correctSettlement(database.db, id, bill);
  expect(await funds(user)).toEqual({ wallet: 2000 - paid, held: 0, owed: 0 });
  expect(await refund(id, paid + 1)).toBeUndefined();
  if (paid > 0) await refund(id, paid);
  expect(await funds(user)).toEqual({ wallet: 2000, held: 0, owed: 0 });
});

test('charges nothing for a released hold', async () => {
  const user = newUser();
  await credit(user, 500);
  await releaseHold(database.db, await hold(user, 500));
  expect(await funds(user)).toEqual({ wallet: 500, held: 0, owed: 0 });
});

test('never reserves more than the credit in ten concurrent starts, and counts ten settlements of a hold once', async () => {
  const user = newUser();
  await credit(user, 1500);
  const opened = await Promise.all(Array.from({ length: 10 }, () => openHold(database.db, user, 500)));
  const holds = opened.filter((id) => id !== undefined);
  expect(holds).toHaveLength(3);
  const [first = 0] = holds;
  const settled = await Promise.all(Array.from({ length: 10 }, () => settle(database.db, first, 400)));
  expect(settled.filter((one) => one !== undefined)).toHaveLength(1);
  expect(await funds(user)).toEqual({ wallet: 100, held: 1000, owed: 0 });
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('topUp' as const), cents: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ kind: fc.constant('open' as const), cents: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({
    kind: fc.constantFrom('grow' as const, 'settle' as const, 'refund' as const, 'correct' as const),
    cents: fc.integer({ min: 0, max: 40_000 }),
    which: fc.nat(5),
  }),
);

/** What a user must have paid, by hold. */
interface Bill {
  cents: number;
  refunded: number;
  isCorrected: boolean;
}

/** Repeats a step on a settled hold, and returns what its user must have paid afterwards. */
async function change(id: number, bill: Bill, kind: 'refund' | 'correct', cents: number): Promise<Bill> {
  if (kind === 'refund') {
    const given = await refund(id, cents);
    expect(given !== undefined).toBe(cents > 0 && cents <= bill.cents - bill.refunded);
    return given ? { ...bill, refunded: bill.refunded + cents } : bill;
  }
  await correctSettlement(database.db, id, cents);
  await correctSettlement(database.db, id, cents + 1);
  if (bill.isCorrected) return bill;
  const lowered = Math.max(0, bill.cents - cents);
  return { cents, refunded: Math.max(0, bill.refunded - lowered), isCorrected: true };
}

test('balances the ledger and keeps credit at zero or above in any sequence of operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
      const user = newUser();
      const holds: number[] = [];
      const bills = new Map<number, Bill>();
      let toppedUp = 0;
      for (const { kind, cents, ...one } of steps) {
        const id = 'which' in one ? holds[one.which] : undefined;
        if (kind === 'topUp') {
          await credit(user, cents);
          toppedUp += cents;
        } else if (kind === 'open') {
          const opened = await openHold(database.db, user, cents);
          if (opened !== undefined) holds.push(opened);
        } else if (id !== undefined) {
          const bill = bills.get(id);
          if (kind === 'grow') await increaseHold(database.db, id, cents);
          else if (kind === 'settle') {
            if (await settle(database.db, id, cents))
              bills.set(id, { cents, refunded: 0, isCorrected: false });
          } else if (bill) bills.set(id, await change(id, bill, kind, cents));
        }
        const { wallet, held, owed } = await funds(user);
        expect(wallet).toBeGreaterThanOrEqual(0);
        expect(held).toBeGreaterThanOrEqual(0);
        expect(owed).toBeLessThanOrEqual(0);
        expect(wallet === 0 || owed === 0).toBe(true);
        const paid = [...bills.values()].reduce((sum, bill) => sum + bill.cents - bill.refunded, 0);
        expect(wallet + held + owed).toBe(toppedUp - paid);
      }
      expect(await sumOfAll()).toBe(0);
      expect(await wrongBalances()).toEqual([]);
    }),
    { numRuns: runCount('LEDGER', 12, 1000) },
  );
});

test('refuses to change or delete an entry and to write an unbalanced transfer', async () => {
  const { db } = database;
  await credit(newUser(), 100);
  await expect(db.update(ledgerEntries).set({ cents: 1 })).rejects.toThrow();
  await expect(db.delete(ledgerEntries)).rejects.toThrow();
  const unbalanced = db.transaction(async (tx) => {
    const [transfer] = await tx
      .insert(ledgerTransfers)
      .values({ kind: 'topUp', reference: 'lopsided' })
      .returning();
    if (transfer) await tx.insert(ledgerEntries).values({ transferId: transfer.id, accountId: 1, cents: 5 });
  });
  await expect(unbalanced).rejects.toThrow();
  expect(await sumOfAll()).toBe(0);
});
