/** Deleting an account removes all personal data, even with requests in progress. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import type { BackendContext } from '../../context.ts';
import { DEMO_PASSWORD, demoEmails } from '../../demo/seed/people.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { and, desc, eq, sql } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import {
  ledgerEntries,
  orders,
  paymentMethods,
  siteBrands,
  sites,
  users,
  valetQueue,
} from '../../platform/database/schema.ts';
import { addUser, callApi, demoTokens, startTestBackend } from '../../testing/test-backend.ts';
import { createCheckedClock } from '../../testing/test-clock.ts';
import { PROVIDER_MS } from '../money/payment/payments.ts';
import type { PaymentProvider } from '../money/payment/provider.ts';
import { topUpWallet } from '../money/payment/top-up.ts';
import { openHold, releaseHold } from '../money/wallet/ledger.ts';
import { changePassword } from '../people/account/password.ts';
import { changeProfile } from '../people/account/profile.ts';
import type { SessionUser } from '../people/auth/session.ts';
import { addVehicle } from '../vehicles/vehicles.ts';

const NAME = 'Nina Prado';
const CPF = '52998224725';
const PHONE = '11934567890';
const PLATE = 'NIN1A23';
const CARD = {
  description: 'visa 7391',
  displayNumber: 'XXXX-7391',
  holderName: NAME,
  month: 1,
  year: 2031,
};

/** Completes the pending call of `saveCard`; undefined while there is none. */
let save: (() => void) | undefined;
/** Tokens passed to `deleteCard`, which never resolves. */
const deletedTokens: string[] = [];
const provider: PaymentProvider = {
  saveCard: (providerToken) =>
    new Promise((resolve) => {
      const details = { displayNumber: 'XXXX-4242', holderName: NAME, month: 1, year: 2031 };
      save = () => resolve({ providerToken, ...details });
    }),
  deleteCard(providerToken) {
    deletedTokens.push(providerToken);
    return new Promise<never>(() => {});
  },
  charge: async () => ({ state: 'paid' }),
  createPix: async () => ({ qrcodeText: '', invoiceId: '' }),
  lookUp: async () => undefined,
};

/** The provider's time limit never ends, and no periodic job asks the provider. */
const clock: Clock = {
  ...createCheckedClock(),
  after: (ms, task) => (ms === PROVIDER_MS ? () => undefined : systemClock.after(ms, task)),
};

type Person = Awaited<ReturnType<typeof addUser>>;
let backend: Backend;
let nina: Person;
let people: Awaited<ReturnType<typeof demoTokens>>;
beforeAll(async () => {
  backend = await startTestBackend({ seed: true, payment: provider, clock });
  people = await demoTokens(backend);
});
afterAll(() => backend.close());
beforeEach(async () => {
  save = undefined;
  nina = await addUser(backend, `nina-${crypto.randomUUID()}`);
});

async function addCard({ id: userId }: Person) {
  const saved = { providerToken: `card-of-${userId}`, savedWith: 'itself', isDefault: false };
  const [card] = await backend.context.db
    .insert(paymentMethods)
    .values({ userId, ...CARD, ...saved })
    .returning();
  return String(card?.id);
}
const requestDeletion = ({ id, token }: Person) =>
  callApi(backend, calls.deleteUser, { token, path: { userId: String(id) } });

test('refuses deletion during a charge, then removes all personal data and keeps the ledger balanced', async () => {
  const { ana } = people;
  const { db } = backend.context;
  const profile = (await callApi(backend, calls.userProfile, { token: ana.token })).response;
  const cars = (await callApi(backend, calls.vehicles, { token: ana.token })).response ?? [];

  const card = await addCard(ana);
  const key = `key-of-${ana.id}`;
  const payment = { body: { Ammount: 35, PaymentMethod: card }, headers: { 'idempotency-key': key } };
  expect((await callApi(backend, calls.topUp, { token: ana.token, ...payment })).status).toBe(200);

  const hold = await openHold(db, ana.id, 500);
  expect(await requestDeletion(ana)).toEqual({ status: 409, code: 'CHARGE_RUNNING' });
  await releaseHold(db, hold ?? 0);
  expect((await requestDeletion(ana)).status).toBe(200);

  await expectNoTraceOf([
    profile?.name,
    profile?.email,
    profile?.cpf,
    profile?.phoneNumber,
    ...cars.map(({ uvLicencePlate }) => uvLicencePlate),
    CARD.description,
    CARD.displayNumber,
    key,
  ]);
  // The kind of payment method is kept for accounting.
  const methods = await db
    .select({ method: orders.paymentMethod })
    .from(orders)
    .where(eq(orders.userId, ana.id));
  expect(methods).toContainEqual({ method: { item_type: 'credit_card', description: '' } });
  expect(methods).toContainEqual({ method: { item_type: 'pix', description: '' } });
  expect(methods).toContainEqual({ method: null });
  expect((await callApi(backend, calls.userProfile, { token: ana.token })).status).toBe(401);
  const body = { email: demoEmails.ana, password: DEMO_PASSWORD };
  expect((await callApi(backend, calls.login, { body })).status).toBe(404);
  const [row] = await db.select({ sum: sql<string>`sum(${ledgerEntries.cents})` }).from(ledgerEntries);
  expect(Number(row?.sum)).toBe(0);
});

test('removes the plates of a deleted user from valet queues, but keeps unfinished rows with their prisma', async () => {
  const { db, now } = backend.context;
  const plates = [PLATE, 'NIN-4567'];
  for (const uvLicencePlate of plates) {
    const body = { uvAnuId: String(nina.id), uvVmId: '0', uvName: 'Carro', uvLicencePlate };
    expect((await callApi(backend, calls.addVehicle, { token: nina.token, body })).status).toBe(201);
  }
  const [{ siteId } = { siteId: -1 }] = await db.select({ siteId: valetQueue.siteId }).from(valetQueue);
  await db
    .insert(valetQueue)
    .values([
      ...plates.map((plate, i) => ({ siteId, plate, prisma: `nina-${i}`, queuedAt: now() })),
      { siteId, plate: PLATE, prisma: 'nina-was-here', queuedAt: now(), finishedAt: now() },
    ]);
  expect((await requestDeletion(nina)).status).toBe(200);

  await expectNoTraceOf(plates);
  const csId = String(siteId);
  const queue = async () =>
    (await callApi(backend, calls.valetQueue, { token: people.valet.token, path: { csId } })).response ?? [];
  const ninasRows = (await queue()).filter(({ cqCustomId }) => cqCustomId.startsWith('nina'));
  expect(ninasRows.map((row) => [row.cqCustomId, row.cqUvLicencePlate])).toEqual([
    ['nina-0', ''],
    ['nina-1', ''],
  ]);
  // A row without a plate can be deleted like any other.
  for (const { cqId, cqCustomId } of ninasRows) {
    const body = { cqCsId: csId, cqUvLicencePlate: '', cqCustomId };
    const options = { token: people.valet.token, path: { cqId }, body };
    expect((await callApi(backend, calls.deleteFromValetQueue, options)).status).toBe(204);
  }
  expect((await queue()).some(({ cqCustomId }) => cqCustomId.startsWith('nina'))).toBe(false);
});

test('keeps a plate in the queue while another account has the same one', async () => {
  const { db, now } = backend.context;
  const plate = 'FAM1L00';
  const family = await addUser(backend, `family-${crypto.randomUUID()}`);
  for (const { id } of [nina, family]) await addVehicle(db, id, { modelId: 0, name: 'Carro', plate });
  const [{ siteId } = { siteId: -1 }] = await db.select({ siteId: valetQueue.siteId }).from(valetQueue);
  await db.insert(valetQueue).values([
    { siteId, plate, prisma: 'ours', queuedAt: now() },
    { siteId, plate, prisma: 'ours-earlier', queuedAt: now(), finishedAt: now() },
  ]);
  const remainingRows = () => db.select().from(valetQueue).where(eq(valetQueue.plate, plate));

  expect((await requestDeletion(nina)).status).toBe(200);
  expect(await remainingRows()).toHaveLength(2);
  expect((await requestDeletion(family)).status).toBe(200);
  expect(await remainingRows()).toEqual([]);
});

test("keeps a plate in the queue of a site that the account's brand doesn't have", async () => {
  const { db, now } = backend.context;
  const plate = 'OUT1R00';
  await addVehicle(db, nina.id, { modelId: 0, name: 'Carro', plate });
  const { id: siteId } = one(await db.select().from(sites).orderBy(desc(sites.id)).limit(1));
  await db.delete(siteBrands).where(and(eq(siteBrands.siteId, siteId), eq(siteBrands.brandId, 1)));
  await db.insert(valetQueue).values({ siteId, plate, prisma: 'theirs', queuedAt: now() });
  expect((await requestDeletion(nina)).status).toBe(200);
  expect(await db.select().from(valetQueue).where(eq(valetQueue.plate, plate))).toHaveLength(1);
});

test('discards a card that is being saved, in the database and at the provider', async () => {
  const description = `visa ${nina.id}`;
  const body = { description, token: `card-of-${nina.id}`, set_as_default: true, cpf_cnpj: CPF };
  const saving = callApi(backend, calls.addPaymentMethod, { token: nina.token, body });
  await expect.poll(() => save).toBeDefined();
  expect((await requestDeletion(nina)).status).toBe(200);
  save?.();
  expect(await saving).toEqual({ status: 401, code: 'INVALID_TOKEN' });
  await expectNoTraceOf([NAME]);
  await expect.poll(() => deletedTokens).toContain(`card-of-${nina.id}`);
});

/** Writes as the handlers run them after authentication. */
const WRITES: Record<string, (context: BackendContext, user: SessionUser) => Promise<void>> = {
  profile: ({ db, now }, user) =>
    changeProfile(
      db,
      user,
      '',
      { email: user.email, name: NAME, phoneNumber: PHONE, cpf: CPF, birthdate: '' },
      now(),
    ),
  password: (context, user) => changePassword(context, user, '', { newPassword: 'nova-senha' }),
  vehicle: ({ db }, { id }) => addVehicle(db, id, { modelId: 0, name: 'Carro', plate: PLATE }),
  'top-up': async (context, user) => {
    await topUpWallet(context, { ...user, cpf: CPF }, { Ammount: 35, PaymentMethod: 'pix' }, 'key');
  },
};
test.each(Object.entries(WRITES))(
  'rejects a write of the %s after the deletion with 401',
  async (_, write) => {
    const { db } = backend.context;
    const [user] = await db.select().from(users).where(eq(users.id, nina.id));
    if (!user) throw new Error('no user was written');
    await requestDeletion(nina);
    await expect(write(backend.context, user)).rejects.toMatchObject({ statusCode: 401 });
    await expectNoTraceOf([NAME, PHONE, CPF, PLATE]);
    expect(await db.select().from(users).where(eq(users.id, nina.id))).toMatchObject([
      { passwordHash: null },
    ]);
    expect(await db.select().from(orders).where(eq(orders.userId, nina.id))).toEqual([]);
  },
);

test('asks the provider to delete all cards at once, without waiting for its responses', async () => {
  const cards = ['a', 'b', 'c', 'd'].map((name) => `${name}-of-${nina.id}`);
  await backend.context.db.insert(paymentMethods).values(
    cards.map((providerToken, i) => ({
      userId: nina.id,
      providerToken,
      savedWith: providerToken,
      description: 'visa',
      displayNumber: 'X',
      holderName: NAME,
      month: 1,
      year: 2031,
      isDefault: i === 0,
    })),
  );
  const [first, second] =
    (await callApi(backend, calls.paymentMethods, { token: nina.token })).response ?? [];
  expect(first?.is_default).toBe(true);
  const path = { id: second?.id ?? '' };
  const removal = await callApi(backend, calls.deletePaymentMethod, { token: nina.token, path });
  expect(removal.status).toBe(200);
  expect((await requestDeletion(nina)).status).toBe(200);
  await expect.poll(() => deletedTokens).toEqual(expect.arrayContaining(cards));
});

/** Asserts that no row of any table contains any of these texts. */
async function expectNoTraceOf(traces: readonly (string | undefined)[]) {
  const rows = await wholeDatabase();
  for (const trace of traces) {
    expect(trace).toBeTruthy();
    expect(rows.filter((row) => row.includes(trace ?? ''))).toEqual([]);
  }
}

/** Returns every row of every table as JSON text. */
async function wholeDatabase(): Promise<string[]> {
  const { db } = backend.context;
  const tables = await db
    .select({ name: sql<string>`table_name` })
    .from(sql`information_schema.tables`)
    .where(sql`table_schema = 'public'`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db
      .select({ row: sql<string>`to_jsonb(t)::text` })
      .from(sql`${sql.identifier(name)} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  expect(texts.length).toBeGreaterThan(100);
  return texts;
}
