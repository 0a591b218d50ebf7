/** How the payment ports are chosen and called. */
import { PIX } from '@shared/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import { eq, inArray } from '../../../platform/database/orm.ts';
import { brands, type OrderRow, users } from '../../../platform/database/schema.ts';
import type { Randomness } from '../../../platform/randomness.ts';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import type { MoneyContext } from '../context.ts';
import {
  type BrandPorts,
  type CardPort,
  MODULE_ACCOUNT,
  type PaymentKey,
  type PixPort,
  type Unknown,
} from './ports.ts';
import { referenceOf } from './provider.ts';

/** Returns the ports of a user's brand; none without a provider. */
export async function portsOfUser(
  { db, payments }: Pick<MoneyContext, 'db' | 'payments'>,
  userId: number,
): Promise<BrandPorts> {
  if (!payments) return {};
  const [brand] = await db
    .select({ slug: brands.slug })
    .from(brands)
    .innerJoin(users, eq(users.brandId, brands.id))
    .where(eq(users.id, userId));
  return brand ? payments.of(brand.slug) : {};
}

export async function unknownBrands(db: Db, slugs: readonly string[]): Promise<string[]> {
  const known = await db
    .select({ slug: brands.slug })
    .from(brands)
    .where(inArray(brands.slug, [...slugs]));
  return slugs.filter((slug) => !known.some((brand) => brand.slug === slug));
}

export const keyOf = ({ id, txid, invoiceId }: Pick<OrderRow, 'id' | 'txid' | 'invoiceId'>): PaymentKey => ({
  order: referenceOf(id),
  txid,
  invoiceId,
});

const TXID_PREFIX = 'faisca';
const TXID_BYTES = 13;

/**
 * Returns a random reference of a payment. API Pix allows 26 to 35 letters and digits (`txid`). The
 * prefix shows an operator which payments of an account are this product's.
 */
export const newTxid = (randomness: Randomness) => TXID_PREFIX + randomness.bytes(TXID_BYTES).toString('hex');

/** Returns whether an order's payment is at this port: another one must not be queried for it. */
export const isAt = (port: { account: string }, { provider }: Pick<OrderRow, 'provider'>) =>
  // Older releases knew modules only.
  port.account === (provider ?? MODULE_ACCOUNT);

/** Returns the port that an order's payment is at; undefined if that one isn't configured. */
export function portOfOrder(ports: BrandPorts, order: Pick<OrderRow, 'provider' | 'paymentMethod'>) {
  const port: CardPort | PixPort | undefined = isPix(order) ? ports.pix : ports.cards;
  return port && isAt(port, order) ? port : undefined;
}

export const isPix = ({ paymentMethod }: Pick<OrderRow, 'paymentMethod'>) => paymentMethod?.item_type === PIX;

/** Time limit of a port, in ms. Clients wait 30 s for the calls that use it. */
export const PROVIDER_MS = 8000;

/** Awaits a port, for no longer than its time limit: a rejection is an unknown outcome, too. */
export const resultOf = <T>(clock: Clock, request: Promise<T>): Promise<T | Unknown> =>
  withTimeLimit(clock, request, PROVIDER_MS).catch((error: unknown) => ({
    kind: 'unknown',
    error: error instanceof Error ? error : new Error(String(error)),
  }));
