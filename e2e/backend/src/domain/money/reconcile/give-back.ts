/** Gives a payment that no order expects back to its payer, when an operator says so. */
import { createHash } from 'node:crypto';
import { resultOf } from '../payment/payments.ts';
import type { Period, Refund } from '../payment/ports.ts';
import { sumOfRefunds } from '../payment/settle-payment.ts';
import { type Context, readGroups, sourcesOf } from './reconcile.ts';

/**
 * Gives back what is left of a payment that a provider lists in a period and no order here has. A
 * repetition gives nothing back again: the provider knows the reference of the refund, or its sum.
 * Nothing of it is in the ledger, where the payment never was.
 * @param reference our own one at the provider, as `reconcile` names it
 * @returns a refund per part of the payment; undefined without such a payment
 * @throws if the payment is disputed, or the provider refuses or fails
 */
export async function giveBack(
  context: Context,
  period: Period,
  reference: string,
): Promise<Refund[] | undefined> {
  for (const source of await sourcesOf(context)) {
    const groups = await readGroups(context, source, period);
    const group = groups.find(({ key, orders }) => key === reference && orders.length === 0);
    const [listed] = group?.movements ?? [];
    if (!listed) continue;
    const { txid = null, invoiceId = null } = listed;
    const { port } = source;
    const key = { order: reference, txid, invoiceId };
    const found = await resultOf(context.clock, port.lookUp(key));
    if (found.kind === 'unknown') throw found.error;
    if (found.kind === 'missing') continue;
    const { dispute, receipts = [] } = found.payment;
    if (dispute && dispute.state !== 'won') throw new Error(`${reference} is disputed.`);
    let refundedBefore = sumOfRefunds(found.payment);
    const refunds: Refund[] = [];
    for (const { cents: paid, refundedCents = 0, endToEndId } of receipts) {
      const cents = paid - refundedCents;
      if (cents <= 0) continue;
      const id = refundId(reference, endToEndId, refundedCents);
      const refunded = await resultOf(
        context.clock,
        port.refund({ key, id, cents, endToEndId, refundedBefore }),
      );
      if (refunded.kind === 'unknown') throw refunded.error;
      if (refunded.kind === 'refused')
        throw new Error(`The provider doesn't give ${reference} back: ${refunded.reason}.`);
      refunds.push(refunded.refund);
      refundedBefore += cents;
    }
    return refunds;
  }
  return undefined;
}

/** API Pix allows 1 to 35 letters and digits. The same state of the payment has the same id. */
const refundId = (...parts: (string | number | undefined)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32);
