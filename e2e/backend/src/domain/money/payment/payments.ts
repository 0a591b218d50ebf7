/** How the payment ports are chosen and called. */
import { eq } from '../../../platform/database/orm.ts';
import { brands, type OrderRow, users } from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import type { BrandPorts, PaymentKey, Unknown } from './ports.ts';
import { referenceOf } from './provider.ts';
import { withTimeout } from './with-timeout.ts';

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

/** Returns the names of an order's payment. */
export const keyOf = ({ id, txid, invoiceId }: Pick<OrderRow, 'id' | 'txid' | 'invoiceId'>): PaymentKey => ({
  order: referenceOf(id),
  txid,
  invoiceId,
});

/** Awaits a port, for no longer than its time limit: a rejection is an unknown outcome, too. */
export const resultOf = <T>(request: Promise<T>): Promise<T | Unknown> =>
  withTimeout(request).catch((error: unknown) => ({
    kind: 'unknown',
    error: error instanceof Error ? error : new Error(String(error)),
  }));
