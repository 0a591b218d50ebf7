/** Deleted cards are deleted at the provider too, even after failures and restarts. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { cardsToDelete, idempotencyResponses, paymentMethods } from '../../../platform/database/schema.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { addUser, callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { createCheckedClock } from '../../../testing/test-clock.ts';
import { saveCard } from './cards.ts';
import { deleteCardsAtProvider } from './delete-cards-at-provider.ts';
import { adaptModule } from './module/adapt-module.ts';
import type { CardPort, SavedCard } from './ports.ts';
import type { PaymentProvider } from './provider.ts';

const MINUTE = 60_000;
const NEW_CARD = { description: 'visa 7391', set_as_default: false, cpf_cnpj: '52998224725' };
const shown = { displayNumber: 'XXXX-7391', holderName: 'Nina Prado', month: 1, year: 2031 };
const { logTo, lines: log } = captureLog();

/** Tokens passed to the provider's `deleteCard`, which calls `respondToDelete`. */
const requested: string[] = [];
let respondToDelete: (providerToken: string) => Promise<void>;
let save: () => Promise<SavedCard>;
const payment: PaymentProvider = {
  saveCard: () => save(),
  deleteCard(providerToken) {
    requested.push(providerToken);
    return respondToDelete(providerToken);
  },
  charge: async () => ({ state: 'paid' }),
  createPix: async () => ({ qrcodeText: '', invoiceId: '' }),
  lookUp: async () => undefined,
};
const cards = adaptModule(payment).all[0]?.cards as CardPort;
const fails = async (token: string) => {
  throw new Error(`cannot delete ${token} now`);
};
const hangs = () => new Promise<never>(() => {});
const works = async () => undefined;

const folder = mkdtempSync(join(tmpdir(), 'cards-'));
let backend: Backend;
beforeAll(async () => {
  // Without the job that asks the provider each minute.
  backend = await startTestBackend({ payment, logLevel: 'info', logTo, clock: createCheckedClock() });
});
beforeEach(async () => {
  respondToDelete = works;
  requested.length = 0;
  await backend.context.db.delete(cardsToDelete);
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true });
});

let ownerCount = 0;
/** Adds a user with a default card and another one. */
async function addCardOwner(instance = backend) {
  const user = await addUser(instance, `addCardOwner-${ownerCount++}`);
  const tokens = ['main', 'other'].map((name) => `${name}-card-of-${user.id}`);
  const cards = await instance.context.db
    .insert(paymentMethods)
    .values(
      tokens.map((providerToken, i) => ({
        userId: user.id,
        providerToken,
        savedWith: providerToken,
        description: 'visa 7391',
        ...shown,
        isDefault: i === 0,
      })),
    )
    .returning({ id: paymentMethods.id });
  return { ...user, tokens, other: String(cards[1]?.id) };
}
const deleteAccount = ({ id, token }: { id: number; token: string }, instance = backend) =>
  callApi(instance, calls.deleteUser, { token, path: { userId: String(id) } });
const readQueue = ({ context } = backend) => context.db.select().from(cardsToDelete);
const makeDue = ({ context } = backend) => context.db.update(cardsToDelete).set({ nextTryAt: new Date(0) });

test('retries a failed deletion at growing intervals until it succeeds', async () => {
  respondToDelete = fails;
  const nina = await addCardOwner();
  const path = { id: nina.other };
  expect((await callApi(backend, calls.deletePaymentMethod, { token: nina.token, path })).status).toBe(200);
  // The response waits for the provider, but not for long.
  await expect.poll(() => readQueue()).toMatchObject([{ providerToken: nina.tokens[1], tries: 1 }]);

  expect((await deleteAccount(nina)).status).toBe(200);
  expect((await readQueue()).map((row) => row.providerToken).sort()).toEqual(nina.tokens);
  await expect.poll(() => requested.length).toBe(2);
  await deleteCardsAtProvider(backend.context);
  // Neither is due yet.
  expect(requested.sort()).toEqual(nina.tokens);

  for (const pause of [2, 4, 8]) {
    await makeDue();
    const startedAt = Date.now();
    await deleteCardsAtProvider(backend.context);
    for (const { nextTryAt } of await readQueue()) {
      const begin = nextTryAt.getTime() - pause * MINUTE;
      expect(begin).toBeGreaterThanOrEqual(startedAt);
      expect(begin).toBeLessThanOrEqual(Date.now());
    }
  }
  expect(requested).toHaveLength(8);
  await backend.context.db.update(cardsToDelete).set({ tries: 100_000, nextTryAt: new Date(0) });
  await deleteCardsAtProvider(backend.context);
  expect((await readQueue())[0]?.nextTryAt.getTime()).toBeLessThan(Date.now() + 24 * 60 * MINUTE);

  respondToDelete = works;
  await makeDue();
  // Only one of two instances sends the request.
  await Promise.all([1, 2].map(() => deleteCardsAtProvider(backend.context)));
  expect(requested).toHaveLength(12);
  expect(await readQueue()).toEqual([]);
  expect(log.some((line) => line.includes('cannot delete … now'))).toBe(true);
  for (const token of nina.tokens) expect(log.join()).not.toContain(token);
});

test("queues only the provider's token of a card, and nothing about its user", async () => {
  respondToDelete = hangs;
  await deleteAccount(await addCardOwner());
  const rows = await readQueue();
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(Object.keys(row)).toEqual(['providerToken', 'tries', 'nextTryAt']);
});

test('retries after a restart if the provider did not respond before it', async () => {
  const fresh = await freshDatabase();
  const { databaseUrl } = fresh.options;
  const options = { payment, logLevel: 'info', logTo, databaseUrl, dataDir: join(folder, 'data') };
  respondToDelete = hangs;
  const first = await startTestBackend({ ...fresh.options, ...options });
  const nina = await addCardOwner(first);
  expect((await deleteAccount(nina, first)).status).toBe(200);
  expect(await readQueue(first)).toHaveLength(2);
  await makeDue(first);
  await first.close();

  respondToDelete = works;
  requested.length = 0;
  const second = await startTestBackend(options);
  await expect.poll(() => readQueue(second)).toEqual([]);
  expect(requested.sort()).toEqual(nina.tokens);
  await second.close();
  await fresh.drop();
  for (const token of nina.tokens) expect(log.join()).not.toContain(token);
});

test('deletes a card that was saved after the time limit', async () => {
  const { id } = await addUser(backend, 'late');
  const lateSave = Promise.withResolvers<SavedCard>();
  const saveRequested = Promise.withResolvers<void>();
  save = () => {
    saveRequested.resolve();
    return lateSave.promise;
  };
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const saving = saveCard(
    backend.context,
    cards,
    { userId: id, name: '', email: '' },
    { ...NEW_CARD, token: 'late' },
  );
  const outcome = expect(saving).rejects.toThrow('timed out after');
  await saveRequested.promise;
  rs.advanceTimersByTime(8000);
  rs.useRealTimers();
  await outcome;
  lateSave.resolve({ providerToken: 'the-late-card', ...shown });
  await expect.poll(() => requested).toEqual(['the-late-card']);
  await expect.poll(() => readQueue()).toEqual([]);
});

test('sends a token to the provider once: a repeated request waits for the card of the first', async () => {
  const { id } = await addUser(backend, 'twice');
  const response = Promise.withResolvers<SavedCard>();
  let requestCount = 0;
  save = () => {
    requestCount += 1;
    return response.promise;
  };
  const sent = { ...NEW_CARD, token: 'repeated' };
  const add = () => saveCard(backend.context, cards, { userId: id, name: '', email: '' }, sent);
  const first = add();
  await expect.poll(() => requestCount).toBe(1);
  const second = add();
  await expect.poll(() => backend.context.db.$count(idempotencyResponses)).toBe(1);
  response.resolve({ providerToken: 'saved-once', ...shown });
  expect(await second).toEqual(await first);
  expect(requestCount).toBe(1);
});
