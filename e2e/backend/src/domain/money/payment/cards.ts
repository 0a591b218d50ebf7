/** A user's saved cards, one of which is the default. */
import { createHash } from 'node:crypto';
import { isCpfCnpj, plainTaxNumber } from '@shared/brazil';
import { CREDIT_CARD, type NewPaymentMethod, type PaymentMethod } from '@shared/contract';
import type * as z from 'zod/mini';
import { runOnce } from '../../../platform/api/idempotent-write.ts';
import type { Db } from '../../../platform/database/database.ts';
import { and, asc, desc, eq } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import { paymentCustomers, paymentMethods } from '../../../platform/database/schema.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import { createLimits, MAX_KEPT } from '../../../platform/limits/limits.ts';
import { withUserLock } from '../../people/auth/user-lock.ts';
import type { MoneyContext } from '../context.ts';
import { deleteCardsAtProvider, enqueueCardDeletions } from './delete-cards-at-provider.ts';
import { resultOf } from './payments.ts';
import type { CardPort, Payer, SavedCard } from './ports.ts';

type Context = Pick<MoneyContext, 'db' | 'clock' | 'now' | 'payments' | 'log'>;
type CardRow = typeof paymentMethods.$inferSelect;
type View = z.input<typeof PaymentMethod>;

const MAX_DESCRIPTION_LENGTH = 60;
/** A description may contain a card's last digits, never its number. */
const MAX_DIGITS = 6;
const isOwnCard = (userId: number, id: number) =>
  and(eq(paymentMethods.id, id), eq(paymentMethods.userId, userId));

/** Returns all of a user's cards, the default one first. */
export async function findCards(db: Db, userId: number): Promise<View[]> {
  const rows = await db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.userId, userId))
    .orderBy(desc(paymentMethods.isDefault), asc(paymentMethods.id));
  return rows.map(cardView);
}

/** Throws 404 if the card isn't the user's. */
export async function findCard(db: Db, userId: number, id: number): Promise<View> {
  const [card] = await db.select().from(paymentMethods).where(isOwnCard(userId, id));
  if (!card) throw notFound('PAYMENT_METHOD');
  return cardView(card);
}

/**
 * Saves the card of a provider's token, once per token: a repeated call returns the same card. The first
 * one becomes the default. A card that can't be stored here is deleted at the provider as well.
 * @throws 400 for an invalid description, tax number or token; 409 for too many cards; 429 over the
 * daily limit of new cards
 */
export async function saveCard(
  context: Context,
  port: CardPort,
  payer: Omit<Payer, 'cpf'>,
  sent: z.output<typeof NewPaymentMethod>,
): Promise<View> {
  const { userId } = payer;
  // A provider takes a token once, whatever key a client sends with it.
  const savedWith = createHash('sha256').update(sent.token).digest('hex');
  const perform = () => saveOnce(context, port, payer, sent, savedWith);
  const write = { userId, key: `card ${savedWith}`, content: savedWith, perform, recover: perform };
  return findCard(context.db, userId, await runOnce(context, write));
}

/** Returns the id of the saved card. */
async function saveOnce(
  context: Context,
  port: CardPort,
  payer: Omit<Payer, 'cpf'>,
  sent: z.output<typeof NewPaymentMethod>,
  savedWith: string,
): Promise<number> {
  const { db } = context;
  const { userId } = payer;
  const description = sent.description.trim();
  const digits = description.replace(/\D/g, '').length;
  if (description === '' || description.length > MAX_DESCRIPTION_LENGTH || digits > MAX_DIGITS)
    throw new Failure(400, 'INVALID_DESCRIPTION');
  if (!isCpfCnpj(sent.cpf_cnpj)) throw new Failure(400, 'INVALID_CPF_CNPJ');
  const isSame = and(eq(paymentMethods.userId, userId), eq(paymentMethods.savedWith, savedWith));
  const [known] = await db.select().from(paymentMethods).where(isSame);
  if (known) return known.id;
  await createLimits(context).take('newCards', userId);
  const cpf = plainTaxNumber(sent.cpf_cnpj);
  const isCustomer = and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.account, port.account));
  const [customer] = await db.select().from(paymentCustomers).where(isCustomer);
  const customerId = customer?.customerId;
  const saving = port.save(sent.token, cpf, { ...payer, cpf }, customerId);
  const result = await resultOf(context.clock, saving);
  if (result.kind === 'unknown') {
    void deleteLateCard(context, saving);
    throw result.error;
  }
  if (result.kind === 'refused') throw new Failure(400, 'INVALID_CARD_TOKEN');
  const { card: saved } = result;
  if (result.customerId) await storeCustomer(db, userId, port.account, result.customerId, customerId);
  const write = (tx: Db) => writeCard(tx, userId, savedWith, saved, { ...sent, description });
  return withUserLock(db, userId, write).catch(async (error: unknown) => {
    await enqueueCardDeletions(db, [saved.providerToken]);
    // After any other error the card may have been written; the job's next round checks that.
    if (error instanceof Failure) void deleteCardsAtProvider(context);
    throw error;
  });
}

/** Deletes a card that the provider saved after the time limit: the request has already failed. */
async function deleteLateCard(context: Context, saving: ReturnType<CardPort['save']>): Promise<void> {
  try {
    const late = await saving;
    if (late.kind !== 'done') return;
    await enqueueCardDeletions(context.db, [late.card.providerToken]);
    await deleteCardsAtProvider(context);
  } catch (error) {
    context.log.error({ err: error }, 'saving a card failed');
  }
}

/**
 * Stores a new customer, also in place of one that the provider doesn't have any more. A concurrent
 * card may have created another one: the first one stays.
 */
async function storeCustomer(
  db: Db,
  userId: number,
  account: string,
  customerId: string,
  earlier: string | undefined,
): Promise<void> {
  await db
    .insert(paymentCustomers)
    .values({ userId, account, customerId })
    .onConflictDoUpdate({
      target: [paymentCustomers.userId, paymentCustomers.account],
      set: { customerId },
      setWhere: eq(paymentCustomers.customerId, earlier ?? ''),
    });
}

async function writeCard(
  tx: Db,
  userId: number,
  savedWith: string,
  saved: SavedCard,
  { description, set_as_default }: { description: string; set_as_default: boolean },
): Promise<number> {
  const count = await tx.$count(paymentMethods, eq(paymentMethods.userId, userId));
  if (count >= MAX_KEPT.cards) throw new Failure(409, 'TOO_MANY_CARDS');
  const isDefault = set_as_default || count === 0;
  if (isDefault) await unsetDefault(tx, userId);
  const card = { userId, savedWith, description, isDefault, ...saved };
  return one(await tx.insert(paymentMethods).values(card).returning({ id: paymentMethods.id })).id;
}

/** Throws 404 if the card isn't the user's. */
export function makeDefault(db: Db, userId: number, id: number): Promise<void> {
  return withUserLock(db, userId, async (tx) => {
    await findCard(tx, userId, id);
    await unsetDefault(tx, userId);
    await tx.update(paymentMethods).set({ isDefault: true }).where(isOwnCard(userId, id));
  });
}

/**
 * Deletes a card and queues its deletion at the provider. Throws 404 for another user's card, 409
 * for the default one.
 */
export function deleteCard(db: Db, userId: number, id: number): Promise<void> {
  return withUserLock(db, userId, async (tx) => {
    const [deleted] = await tx.delete(paymentMethods).where(isOwnCard(userId, id)).returning();
    if (!deleted) throw notFound('PAYMENT_METHOD');
    if (deleted.isDefault) throw new Failure(409, 'DEFAULT_PAYMENT_METHOD');
    await enqueueCardDeletions(tx, [deleted.providerToken]);
  });
}

async function unsetDefault(tx: Db, userId: number): Promise<void> {
  await tx.update(paymentMethods).set({ isDefault: false }).where(eq(paymentMethods.userId, userId));
}

function cardView({ id, description, isDefault, displayNumber, holderName, month, year }: CardRow): View {
  return {
    id,
    item_type: CREDIT_CARD,
    description,
    is_default: isDefault,
    data: { display_number: displayNumber, holder_name: holderName, month, year },
  };
}
