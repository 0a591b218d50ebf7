/** Gives a Pix back that no order expects, for example since its order was lost with the database. */
import { createHash } from 'node:crypto';
import { inArray } from '../../../platform/database/orm.ts';
import { orders } from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import { isOwnTxid, resultOf } from './payments.ts';
import type { PixPort, Receipt } from './ports.ts';

type Context = Pick<MoneyContext, 'db' | 'clock' | 'log'>;

/**
 * Looks up payments whose `txid` only this product makes and no order has, and gives them back in
 * full. Payments of other systems at the same account are left alone. A repeated call gives nothing
 * back twice: the provider knows each return by an id that follows from the payment's. Failures are
 * logged, for the operator.
 */
export async function giveBackUnexpected(context: Context, port: PixPort, txids: string[]): Promise<void> {
  const own = [...new Set(txids)].filter(isOwnTxid);
  if (own.length === 0) return;
  const known = await context.db.select({ txid: orders.txid }).from(orders).where(inArray(orders.txid, own));
  const expected = new Set(known.map(({ txid }) => txid));
  for (const txid of own) if (!expected.has(txid)) await giveBack(context, port, txid);
}

async function giveBack({ clock, log }: Context, port: PixPort, txid: string): Promise<void> {
  const key = { order: '', txid, invoiceId: null };
  const found = await resultOf(clock, port.lookUp(key));
  if (found.kind === 'unknown') log.error({ err: found.error, txid }, 'a payment without an order may stay');
  const receipts = found.kind === 'found' ? (found.payment.receipts ?? []) : [];
  for (const receipt of receipts.filter(isWhole)) {
    const { cents, endToEndId } = receipt;
    const id = createHash('sha256').update(`${txid} ${endToEndId}`).digest('hex').slice(0, 32);
    const request = { key, id, cents, endToEndId, refundedBefore: 0 };
    const returned = await resultOf(clock, port.refund(request));
    const reason = returned.kind === 'refused' ? returned.reason : undefined;
    if (returned.kind === 'done') log.warn({ txid, cents }, 'gave back a payment that no order expects');
    else log.error({ txid, cents, reason }, 'a payment that no order expects is not given back');
  }
}

const isWhole = ({ refundedCents = 0 }: Receipt) => refundedCents === 0;
