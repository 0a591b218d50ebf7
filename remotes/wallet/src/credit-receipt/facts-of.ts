import { formatDateTime } from '@shared/brazil';
import type { Order } from '@shared/contract';
import type { StatusKind } from '@shared/ui';
import { described, kindWord } from '../method-words.ts';
import { methodOf } from '../order-data.ts';
import { type Fact, present } from '../receipt/facts.ts';
import { orderStates, strings } from './strings.ts';

const STATES: Readonly<Record<string, { word: string; kind: StatusKind }>> = orderStates;

/** What a top-up's state is called, and its sign. */
export const stateOf = ({ orderState = '' }: Order) =>
  STATES[orderState] ?? { word: orderState, kind: 'attention' };

/** What a top-up's receipt says beside money. */
export function factsOf(order: Order): Fact[] {
  const { description = '', item_type } = methodOf(order);
  const kind = kindWord(item_type);
  const title = described(description);
  return present([
    { label: strings.method, value: [kind, title !== kind && title].filter(Boolean).join(' · ') },
    { label: strings.date, value: order.orderUpdated && formatDateTime(order.orderUpdated) },
    { label: strings.invoice, value: order.orderInvoiceId },
    { label: strings.order, value: order.orderId },
  ]);
}
