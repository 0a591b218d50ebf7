import { formatDateTime } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import { type Order, orderMethod } from '@shared/contract';
import type { StatusKind } from '@shared/ui';
import { pixStateOf } from '../add-pix/pix-state.ts';
import { strings as pixStrings } from '../add-pix/strings.ts';
import { capitalizeDescription, kindLabel } from '../method-labels.ts';
import { pixOf } from '../order-data.ts';
import { dropMissing, type Fact } from '../receipt/facts.ts';
import { orderStates, strings } from './strings.ts';

const STATES: Readonly<Record<string, { word: string; kind: StatusKind }>> = orderStates;

/** States in which a Pix hasn't been paid, so its code determines what is shown. */
const UNPAID: ReadonlySet<string | undefined> = new Set(['pending', 'canceled']);

/**
 * Returns the label and status icon of a top-up, and whether it has a Pix code that can still be
 * paid.
 * @param now server time, in ms since 1970
 */
export function stateOf(order: Order, now: number): { word: string; kind: StatusKind; isToBePaid?: boolean } {
  const { orderState = '' } = order;
  if (UNPAID.has(orderState) && pixOf(order).code !== undefined)
    return pixStateOf(order, now).kind === 'open'
      ? { word: strings.toBePaid, kind: 'attention', isToBePaid: true }
      : { word: pixStrings.expired, kind: 'attention' };
  return STATES[orderState] ?? { word: orderState, kind: 'attention' };
}

/** Returns the facts on a top-up's receipt other than money. */
export function factsOf(order: Order): Fact[] {
  const { description = '', item_type } = orderMethod(order);
  const kind = kindLabel(item_type);
  const title = isolate(capitalizeDescription(description));
  return dropMissing([
    { label: strings.method, value: [kind, title !== kind && title].filter(Boolean).join(' · ') },
    { label: strings.date, value: order.orderUpdated && formatDateTime(order.orderUpdated) },
    { label: strings.invoice, value: order.orderInvoiceId },
    { label: strings.order, value: order.orderId },
  ]);
}
