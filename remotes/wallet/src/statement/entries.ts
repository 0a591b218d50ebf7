import { centsFromReais, formatDate, formatDuration, formatTime } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import { DEBIT, type HistoryEntry, PIX } from '@shared/contract';
import { PAYBACK, PAYBACK_REJECTED, REFUND, TAKEN_BACK } from '@shared/contract/statement-names';
import { orderStates } from '../credit-receipt/strings.ts';
import { capitalizeDescription, kindLabel } from '../method-labels.ts';
import { strings } from './strings.ts';

/** One line of the statement, formatted for display. */
export interface Entry {
  id: string;
  kind: 'debit' | 'credit' | 'other';
  /** It added nothing. */
  failed: boolean;
  title: string;
  detail: string;
  /** Integer cents, without a sign. */
  cents: number;
  refunded: boolean;
  /** The receipt that it opens, of a charge or of an order, if there is one. */
  receipt: { of: 'charge' | 'order'; id: string } | undefined;
}

export interface Day {
  /** 'Hoje', 'Ontem' or DD/MM/YYYY. */
  label: string;
  entries: Entry[];
}

/** Entries that are neither a charge nor a top-up, by their description, and the receipt they open. */
const SPECIAL: Record<Entry['kind'], readonly { title: string; of: 'charge' | 'order' }[]> = {
  debit: [
    { title: TAKEN_BACK, of: 'order' },
    { title: PAYBACK, of: 'order' },
  ],
  credit: [
    { title: REFUND, of: 'charge' },
    { title: PAYBACK_REJECTED, of: 'order' },
  ],
  other: [],
};

const instantOf = (entry: HistoryEntry) => entry.uwhTimestamp ?? entry.stopTime ?? entry.startTime;

function durationOf({ startTime, stopTime }: HistoryEntry): string | undefined {
  if (!startTime || !stopTime) return undefined;
  const seconds = (Date.parse(stopTime) - Date.parse(startTime)) / 1000;
  return seconds >= 1 ? formatDuration(seconds) : undefined;
}

/**
 * Returns the status of credit that hasn't or won't arrive, is being returned, or was reversed; an unpaid
 * Pix still needs an action by the user.
 */
function pendingLabel({ orderState, orderItemDesc }: HistoryEntry): string | undefined {
  if (orderState === 'pending' && orderItemDesc === kindLabel(PIX)) return strings.toBePaid;
  if (orderState === 'canceled' || orderState === 'unauthorized' || orderState === 'error')
    return orderStates[orderState].word;
  if (orderItemDesc === PAYBACK) return orderState === 'paid' ? strings.done : strings.onItsWay;
  return orderState === 'pending' || orderState === 'captured' ? strings.pending : undefined;
}

function entryOf(from: HistoryEntry): Entry {
  const kind = from.uwhUwttId === undefined ? 'other' : from.uwhUwttId === DEBIT ? 'debit' : 'credit';
  const special = SPECIAL[kind].find(({ title: known }) => known === from.orderItemDesc);
  const title = special?.title ?? strings[kind];
  const instant = instantOf(from);
  const refunded = from.orderItemRefunded === true;
  const details = [
    instant && formatTime(instant),
    from.orderItemDesc === title ? undefined : isolate(capitalizeDescription(from.orderItemDesc ?? '')),
    kind === 'debit' ? durationOf(from) : undefined,
    refunded ? strings.refunded : undefined,
    pendingLabel(from),
  ];
  return {
    id: from.uwhId,
    kind,
    failed: from.orderState === 'unauthorized' || from.orderState === 'error',
    title,
    detail: details.filter(Boolean).join(' · '),
    cents: Math.abs(centsFromReais(from.uwhAmmount)),
    refunded,
    receipt: receiptOf(
      from,
      special?.of ?? (kind === 'debit' || from.uwhOrderId === undefined ? 'charge' : 'order'),
    ),
  };
}

function receiptOf({ transactionId, uwhOrderId }: HistoryEntry, of: 'charge' | 'order'): Entry['receipt'] {
  const id = of === 'charge' ? transactionId : uwhOrderId;
  return id === undefined ? undefined : { of, id };
}

function labelOf(instant: string | undefined, now: Date): string {
  if (!instant) return strings.undated;
  const date = formatDate(instant);
  if (date === formatDate(now)) return strings.today;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return date === formatDate(yesterday) ? strings.yesterday : date;
}

/**
 * Groups the statement by day, newest first. The entry's kind determines the sign of its amount.
 */
export function entriesByDay(history: readonly HistoryEntry[], now: Date): Day[] {
  const newestFirst = [...history].sort(
    (one, other) => Date.parse(instantOf(other) ?? '') - Date.parse(instantOf(one) ?? '') || 0,
  );
  const days: Day[] = [];
  for (const entry of newestFirst) {
    const label = labelOf(instantOf(entry), now);
    let day = days.find((known) => known.label === label);
    if (!day) {
      day = { label, entries: [] };
      days.push(day);
    }
    day.entries.push(entryOf(entry));
  }
  return days;
}
