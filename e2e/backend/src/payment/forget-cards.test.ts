/** Deleted cards are removed at the provider too, even after failures and restarts. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../app.ts';
import { sql } from '../db/orm.ts';
import { cardsToForget, paymentMethods } from '../db/schema.ts';
import { captureLog } from '../testing/capture-log.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { addUser, callApi, startTestBackend } from '../testing/test-backend.ts';
import { saveCard } from './cards.ts';
import { forgetCards } from './forget-cards.ts';
import type { PaymentProvider, SavedCard } from './provider.ts';

const MINUTE = 60_000;
const NEW_CARD = { description: 'visa 7391', set_as_default: false, cpf_cnpj: '52998224725' };
const shown = { displayNumber: 'XXXX-7391', holderName: 'Nina Prado', month: 1, year: 2031 };
const { logTo, lines: log } = captureLog();

/** The cards that the provider was requested to remove, and how it responds. */
const requested: string[] = [];
let forget: (providerToken: string) => Promise<void>;
let save: () => Promise<SavedCard>;
const payment: PaymentProvider = {
  saveCard: () => save(),
  forgetCard(providerToken) {
    requested.push(providerToken);
    return forget(providerToken);
  },
  charge: async () => ({ state: 'paid' }),
  createPix: async () => ({ qrcodeText: '', invoiceId: '' }),
  lookUp: async () => undefined,
};
const fails = async (token: string) => {
  throw new Error(`cannot delete ${token} now`);
};
const hangs = () => new Promise<never>(() => {});
const works = async () => undefined;

const folder = mkdtempSync(join(tmpdir(), 'cards-'));
let backend: Backend;
beforeAll(async () => {
  backend = await startTestBackend({ payment, logLevel: 'info', logTo });
});
beforeEach(async () => {
  forget = works;
  requested.length = 0;
  await backend.context.db.delete(cardsToForget);
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
/** Adds a user with a default card and another one. */
async function owner(of = backend) {
  const person = await addUser(of, `owner-${made++}`);
  const tokens = ['main', 'other'].map((name) => `${name}-card-of-${person.id}`);
  const cards = await of.context.db
    .insert(paymentMethods)
    .values(
      tokens.map((providerToken, i) => ({
        ...{ userId: person.id, providerToken, savedWith: providerToken, description: 'visa 7391' },
        ...{ ...shown, isDefault: i === 0 },
      })),
    )
    .returning({ id: paymentMethods.id });
  return { ...person, tokens, other: String(cards[1]?.id) };
}
const deleteAccount = ({ id, token }: { id: number; token: string }, of = backend) =>
  callApi(of, calls.deleteUser, { token, path: { userId: String(id) } });
const listed = ({ context } = backend) => context.db.select().from(cardsToForget);
const makeDue = ({ context } = backend) => context.db.update(cardsToForget).set({ nextTryAt: sql`now()` });

test('retries a failed removal at growing intervals until it succeeds', async () => {
  forget = fails;
  const nina = await owner();
  const path = { id: nina.other };
  expect((await callApi(backend, calls.deletePaymentMethod, { token: nina.token, path })).status).toBe(200);
  expect(await listed()).toMatchObject([{ providerToken: nina.tokens[1], tries: 1 }]);

  expect((await deleteAccount(nina)).status).toBe(200);
  expect((await listed()).map((row) => row.providerToken).sort()).toEqual(nina.tokens);
  await forgetCards(backend.context);
  // Neither is due yet.
  expect(requested.sort()).toEqual(nina.tokens);

  for (const pause of [2, 4, 8]) {
    await makeDue();
    const before = Date.now();
    await forgetCards(backend.context);
    for (const { nextTryAt } of await listed())
      expect(Math.round((nextTryAt.getTime() - before) / MINUTE)).toBe(pause);
  }
  expect(requested).toHaveLength(8);
  await backend.context.db.update(cardsToForget).set({ tries: 100_000, nextTryAt: sql`now()` });
  await forgetCards(backend.context);
  expect((await listed())[0]?.nextTryAt.getTime()).toBeLessThan(Date.now() + 24 * 60 * MINUTE);

  forget = works;
  await makeDue();
  // Only one of two instances sends the request.
  await Promise.all([1, 2].map(() => forgetCards(backend.context)));
  expect(requested).toHaveLength(12);
  expect(await listed()).toEqual([]);
  expect(log.some((line) => line.includes('cannot delete … now'))).toBe(true);
  for (const token of nina.tokens) expect(log.join()).not.toContain(token);
});

test("lists the provider's token of a card, and nothing about its user", async () => {
  forget = hangs;
  await deleteAccount(await owner());
  const rows = await listed();
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(Object.keys(row)).toEqual(['providerToken', 'tries', 'nextTryAt']);
});

test('retries after a restart when the provider has not responded before it', async () => {
  const fresh = await freshDatabase();
  const { databaseUrl } = fresh.options;
  const options = { payment, logLevel: 'info', logTo, databaseUrl, dataDir: join(folder, 'data') };
  forget = hangs;
  const first = await startTestBackend({ ...fresh.options, ...options });
  const nina = await owner(first);
  expect((await deleteAccount(nina, first)).status).toBe(200);
  expect(await listed(first)).toHaveLength(2);
  await makeDue(first);
  await first.close();

  forget = works;
  requested.length = 0;
  const second = await startTestBackend(options);
  await expect.poll(() => listed(second)).toEqual([]);
  expect(requested.sort()).toEqual(nina.tokens);
  await second.close();
  await fresh.drop();
  for (const token of nina.tokens) expect(log.join()).not.toContain(token);
});

test('removes a card that was saved after the time limit', async () => {
  const { id } = await addUser(backend, 'late');
  const late = Promise.withResolvers<SavedCard>();
  const begun = Promise.withResolvers<void>();
  save = () => {
    begun.resolve();
    return late.promise;
  };
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const saving = saveCard(backend.context, payment, id, { ...NEW_CARD, token: 'late' });
  const outcome = expect(saving).rejects.toThrow('no response within');
  await begun.promise;
  rs.advanceTimersByTime(8000);
  rs.useRealTimers();
  await outcome;
  late.resolve({ providerToken: 'the-late-card', ...shown });
  await expect.poll(() => requested).toEqual(['the-late-card']);
  await expect.poll(() => listed()).toEqual([]);
});

test('removes the surplus card after a concurrent double save, and never the stored one', async () => {
  const { id } = await addUser(backend, 'twice');
  for (const names of [
    ['one', 'another'],
    ['same', 'same'],
  ]) {
    requested.length = 0;
    const both = names.map((name) => ({ name, response: Promise.withResolvers<SavedCard>() }));
    const left = both.values();
    let begun = 0;
    save = () => {
      begun += 1;
      return left.next().value?.response.promise ?? hangs();
    };
    const sent = { ...NEW_CARD, token: names.join() };
    const saving = both.map(() => saveCard(backend.context, payment, id, sent));
    await expect.poll(() => begun).toBe(2);
    for (const { name, response } of both) response.resolve({ providerToken: name, ...shown });
    const [first, second] = await Promise.all(saving);
    expect(second).toEqual(first);
    await forgetCards(backend.context);
    const kept = await backend.context.db.select().from(paymentMethods);
    const tokens = kept.map(({ providerToken }) => providerToken);
    expect(requested).toEqual([...new Set(names)].filter((name) => !tokens.includes(name)));
  }
});
