/** Invoices of iugu: states, what changes them, and how the API shows them. */
import { randomUUID } from 'node:crypto';
import type { Account } from '../payment.ts';
import { type Action, type Command, ImpossibleAction, type Payment } from '../payment.ts';
import { endToEndId, pixCode } from '../pix-code.ts';
import type { InvoiceRequest } from './schemas.ts';

type Status =
  | 'pending'
  | 'in_analysis'
  | 'paid'
  | 'partially_paid'
  | 'partially_refunded'
  | 'refunded'
  | 'canceled'
  | 'expired'
  | 'in_protest'
  | 'chargeback';
type Method = 'iugu_credit_card' | 'iugu_pix';
type Change = Exclude<Action, 'notifyAgain'> | 'cancel' | 'refund';

/** What direct charges and invoices have in common. */
type OrderRequest = Pick<InvoiceRequest, 'items' | 'order_id' | 'external_reference'> & { due_date?: string };

/** An invoice as it is stored: plain JSON, amounts in cents, times in ISO 8601. */
export interface Invoice {
  id: string;
  accountId: string;
  method: Method;
  status: Status;
  cents: number;
  paidCents: number;
  refundedCents: number;
  request: OrderRequest;
  /** Day, for example 2026-11-30. */
  dueDate: string;
  createdAt: string;
  updatedAt: string;
  /** When the invoice last reached each state. */
  reachedAt: Partial<Record<Status, string>>;
  endToEndId?: string | undefined;
  /** The acquirer's last response. */
  lr?: string | undefined;
  /** Of a payment that was made again: the invoice that iugu created for the second one, and its first one. */
  doublePaymentId?: string | undefined;
  originalPaymentId?: string | undefined;
}

/** From which states a change is possible, to which it leads, and iugu's triggers besides `invoice.status_changed`. */
const CHANGES: Record<Change, { from: Status[]; to: Status; only?: Method; triggers?: string[] }> = {
  pay: { from: ['pending', 'in_analysis'], to: 'paid' },
  payLate: { from: ['pending', 'in_analysis', 'expired'], to: 'paid' },
  payLess: { from: ['pending'], to: 'partially_paid', only: 'iugu_pix' },
  payTwice: { from: ['pending', 'paid'], to: 'paid', only: 'iugu_pix' },
  decline: {
    from: ['pending', 'in_analysis'],
    to: 'canceled',
    triggers: ['invoice.payment_failed'],
  },
  cancel: { from: ['pending', 'in_analysis'], to: 'canceled' },
  expire: { from: ['pending'], to: 'expired' },
  refund: { from: ['paid', 'partially_refunded'], to: 'refunded', triggers: ['invoice.refund'] },
  specialReturn: {
    from: ['paid', 'partially_paid'],
    to: 'refunded',
    only: 'iugu_pix',
    triggers: ['invoice.refund'],
  },
  dispute: {
    from: ['paid', 'partially_refunded'],
    to: 'in_protest',
    only: 'iugu_credit_card',
    triggers: ['invoice.dispute'],
  },
  winDispute: { from: ['in_protest'], to: 'paid' },
  loseDispute: { from: ['in_protest'], to: 'chargeback', triggers: ['invoice.dispute'] },
};
const ACTIONS = (Object.keys(CHANGES) as Change[]).filter(
  (change): change is Exclude<Action, 'notifyAgain'> => change !== 'cancel' && change !== 'refund',
);

/** How many cents a change adds to what was paid. */
const PAID: Partial<Record<Change, (invoice: Invoice, cents: number | undefined) => number>> = {
  pay: ({ cents }, paid = cents) => paid,
  payLate: ({ cents }, paid = cents) => paid,
  payLess: ({ cents }, paid = Math.ceil(cents / 2)) => paid,
  payTwice: ({ cents, status }) => (status === 'paid' ? 0 : cents),
};

/** iugu's fee in cents. Contracts differ; these are of the usual size. */
const FEES: Record<Method, (cents: number) => number> = {
  iugu_pix: () => 99,
  iugu_credit_card: (cents) => Math.round(cents * 0.0321),
};

const FEE_KEPT: Status[] = ['pending', 'in_analysis', 'canceled', 'expired'];
/** São Paulo has had no daylight saving time since 2019. */
const OFFSET = '-03:00';
const OFFSET_MS = 3 * 3_600_000;

/** Returns a time in São Paulo, as iugu writes it. */
const local = (iso: string) => `${new Date(Date.parse(iso) - OFFSET_MS).toISOString().slice(0, 19)}${OFFSET}`;
const localDay = (date: Date) => local(date.toISOString()).slice(0, 10);

const newId = () => randomUUID().replaceAll('-', '').toUpperCase();

/** Returns a new invoice of a charge or of an invoice's request. */
export function createInvoice(account: Account, request: OrderRequest, method: Method, now: Date): Invoice {
  const at = now.toISOString();
  return {
    id: newId(),
    accountId: account.id,
    method,
    status: 'pending',
    cents: request.items.reduce((sum, { quantity, price_cents }) => sum + quantity * price_cents, 0),
    paidCents: 0,
    refundedCents: 0,
    request,
    dueDate: request.due_date ?? localDay(now),
    createdAt: at,
    updatedAt: at,
    reachedAt: { pending: at },
  };
}

/**
 * Changes an invoice and returns the triggers to send.
 * @throws ImpossibleAction
 */
export function changeInvoice(invoice: Invoice, change: Change, now: Date, cents?: number): string[] {
  const { from, to, only, triggers = [] } = CHANGES[change];
  if (!from.includes(invoice.status) || (only && only !== invoice.method))
    throw new ImpossibleAction(`${change} is impossible for ${invoice.method} ${invoice.status}`);
  invoice.paidCents += PAID[change]?.(invoice, cents) ?? 0;
  if (to === 'paid' && invoice.method === 'iugu_pix') invoice.endToEndId ??= endToEndId('E', now);
  if (to === 'refunded') invoice.refundedCents += cents ?? invoice.paidCents - invoice.refundedCents;
  const isPartial = to === 'refunded' && invoice.refundedCents < invoice.paidCents;
  const wasPartial = change === 'winDispute' && invoice.refundedCents > 0;
  setStatus(invoice, isPartial || wasPartial ? 'partially_refunded' : to, now);
  return ['invoice.status_changed', ...triggers];
}

/** Sets the state that results from the acquirer's response to a charge. */
export function setStatus(invoice: Invoice, status: Status, now: Date): void {
  invoice.status = status;
  invoice.updatedAt = now.toISOString();
  invoice.reachedAt[status] = invoice.updatedAt;
}

/** Returns an invoice as iugu's API shows it, as far as the product reads it. */
export function showInvoice(invoice: Invoice, { pixKey }: Account) {
  const { id, method, status, cents, request, reachedAt, refundedCents, paidCents } = invoice;
  const isPaid = paidCents > 0;
  const at = (state: Status) => (reachedAt[state] ? local(reachedAt[state]) : null);
  const isPix = method === 'iugu_pix';
  return {
    id,
    due_date: invoice.dueDate,
    status,
    total_cents: cents,
    total_paid_cents: paidCents,
    paid_cents: isPaid ? paidCents - refundedCents : null,
    refunded_cents: refundedCents || null,
    taxes_paid_cents: FEE_KEPT.includes(status) ? null : FEES[method](cents),
    payable_with: isPix ? 'pix' : 'credit_card',
    payment_method: isPaid ? method : null,
    order_id: request.order_id ?? null,
    external_reference: request.external_reference ?? null,
    created_at_iso: local(invoice.createdAt),
    updated_at: local(invoice.updatedAt),
    paid_at: at('paid') ?? at('partially_paid'),
    refunded_at_iso: at('refunded') ?? at('partially_refunded'),
    protested_at_iso: at('in_protest'),
    chargeback_at_iso: at('chargeback'),
    original_payment_id: invoice.originalPaymentId ?? null,
    double_payment_id: invoice.doublePaymentId ?? null,
    logs: invoice.lr ? [{ description: 'Resposta da adquirente', notes: `LR: ${invoice.lr}` }] : [],
    pix: isPix
      ? {
          qrcode_text: pixCode(cents, id.slice(0, 25), pixKey),
          end_to_end_id: invoice.endToEndId ?? null,
        }
      : null,
  };
}

/** Returns the form that a trigger sends. */
export function triggerOf(event: string, invoice: Invoice): string {
  const data = {
    id: invoice.id,
    account_id: invoice.accountId,
    status: invoice.status,
    order_id: invoice.request.order_id,
    external_reference: invoice.request.external_reference,
    payment_method: invoice.paidCents > 0 ? invoice.method : undefined,
    paid_cents: invoice.paidCents > 0 ? String(invoice.paidCents) : undefined,
    pix_end_to_end_id: invoice.endToEndId,
    lr: event === 'invoice.payment_failed' ? invoice.lr : undefined,
  };
  const fields = Object.entries(data).flatMap(([name, value]) => (value ? [[`data[${name}]`, value]] : []));
  return new URLSearchParams([['event', event], ...fields]).toString();
}

/** Returns an invoice as the control server lists it. */
export function invoiceAsPayment(invoice: Invoice): Payment {
  const { id, method, status, cents, paidCents, refundedCents: returnedCents, createdAt } = invoice;
  const possible = ACTIONS.filter((action) => {
    const { from, only } = CHANGES[action];
    return from.includes(status) && (!only || only === method);
  });
  return {
    id,
    api: 'iugu',
    method: method === 'iugu_pix' ? 'pix' : 'card',
    reference: invoice.request.order_id ?? undefined,
    status,
    cents,
    paidCents,
    returnedCents,
    createdAt,
    actions: [...possible, 'notifyAgain'],
  };
}

/** Performs a command on an invoice, and returns the triggers to send about it and about new invoices. */
export function commandInvoice(
  invoices: Record<string, Invoice>,
  invoice: Invoice,
  { action, cents }: Command,
  now: Date,
): { about: Invoice; events: string[] }[] {
  if (action === 'notifyAgain') return [{ about: invoice, events: ['invoice.status_changed'] }];
  const changed = { about: invoice, events: changeInvoice(invoice, action, now, cents) };
  return action === 'payTwice'
    ? [changed, { about: payAgain(invoices, invoice, now), events: ['invoice.status_changed'] }]
    : [changed];
}

/** Returns a new paid invoice, as iugu creates one for a payment of a code that is paid already. */
function payAgain(invoices: Record<string, Invoice>, original: Invoice, now: Date): Invoice {
  let last = original;
  for (let next = invoices[last.doublePaymentId ?? '']; next; next = invoices[next.doublePaymentId ?? ''])
    last = next;
  const at = now.toISOString();
  const again: Invoice = {
    ...structuredClone(original),
    id: newId(),
    status: 'pending',
    paidCents: 0,
    refundedCents: 0,
    createdAt: at,
    reachedAt: { pending: at },
    endToEndId: undefined,
    doublePaymentId: undefined,
    originalPaymentId: original.id,
  };
  changeInvoice(again, 'pay', now);
  last.doublePaymentId = again.id;
  invoices[again.id] = again;
  return again;
}
