/** What cards and Pix have in common at iugu: both are invoices, which have the order's `txid`. */

import type { Refusal } from '../../../../platform/database/schema.ts';
import { bodyOf, isRefusal } from '../call-provider.ts';
import type {
  Capabilities,
  Check,
  Dispute,
  LookedUp,
  Movement,
  Payment,
  PaymentKey,
  Period,
  Receipt,
  Refunded,
  RefundLookedUp,
  RefundRequest,
  Unknown,
} from '../ports.ts';
import {
  Invoice,
  InvoiceList,
  type Iugu,
  type IuguInvoice,
  type IuguSettings,
  unexpected,
} from './client.ts';

export type Method = 'card' | 'pix';
/** States of an order by status of its invoice; a status that isn't listed changes nothing. */
const STATES: Record<string, Payment['state']> = {
  pending: 'pending',
  in_analysis: 'captured',
  authorized: 'captured',
  paid: 'paid',
  // Reported as paid elsewhere: iugu has no money of it.
  externally_paid: 'canceled',
  partially_paid: 'paid',
  partially_refunded: 'paid',
  refunded: 'paid',
  in_protest: 'paid',
  chargeback: 'paid',
  canceled: 'canceled',
  expired: 'canceled',
};
const OPEN_STATUSES = new Set(['draft', 'pending', 'in_analysis', 'authorized', 'partially_paid']);
const CAPABILITIES: Record<Method, Capabilities> = {
  card: { partialRefund: true, fullRefundDays: 180 },
  pix: { partialRefund: false, fullRefundDays: 90 },
};
const PAGE = 100;
/** Maximum number of payments of a code that are credited. */
const MAX_DUPLICATES = 20;

type Found = { kind: 'found'; invoice: IuguInvoice } | { kind: 'missing' } | Unknown;

/** Returns the invoice of an order, by its id or else by our own reference. */
export async function findInvoice(iugu: Iugu, { invoiceId, txid }: PaymentKey): Promise<Found> {
  if (invoiceId) {
    const response = await iugu.get(`/invoices/${encodeURIComponent(invoiceId)}`);
    const invoice = bodyOf(Invoice, response);
    if (invoice) return { kind: 'found', invoice };
    if (response.status !== 404) return unexpected('GET /invoices/{id}', response);
  }
  if (!txid) return { kind: 'missing' };
  const response = await iugu.get(`/invoices?limit=${PAGE}&query=${txid}`);
  const list = bodyOf(InvoiceList, response);
  if (!list) return unexpected('GET /invoices', response);
  const all = list.items.filter((one) => one.order_id === txid || one.external_reference === txid);
  const originals = all.filter((one) => !one.original_payment_id);
  const found = originals.length > 0 ? originals : all;
  // A repeated request after a day could have created a second one.
  const invoice = found.find((one) => STATES[one.status] === 'paid') ?? found[0];
  return invoice ? { kind: 'found', invoice } : { kind: 'missing' };
}

/** Returns the invoices that iugu created because the code of `invoice` was paid again. */
async function findDuplicates(iugu: Iugu, invoice: IuguInvoice): Promise<IuguInvoice[] | Unknown> {
  const duplicates: IuguInvoice[] = [];
  let next = invoice.double_payment_id;
  while (next && duplicates.length < MAX_DUPLICATES) {
    const found = await findInvoice(iugu, { order: '', invoiceId: next, txid: null });
    if (found.kind === 'unknown') return found;
    if (found.kind === 'missing') break;
    duplicates.push(found.invoice);
    next = found.invoice.double_payment_id;
  }
  return duplicates;
}

/** Returns an invoice as the state of an order's payment. */
export function paymentOf(invoice: IuguInvoice, method: Method): Payment {
  const { id, status } = invoice;
  const lr = method === 'card' ? lrOf(invoice) : undefined;
  const isDeclined = status === 'canceled' && lr !== undefined;
  const state = isDeclined ? 'unauthorized' : (STATES[status] ?? 'pending');
  return {
    state,
    invoiceId: id,
    refusal: isDeclined ? { reason: refusalOf(lr), code: lr } : undefined,
    receipts: state === 'paid' ? receiptsOf(invoice, method) : undefined,
    isClosed: !OPEN_STATUSES.has(status),
    dispute: disputeOf(invoice),
  };
}

/** Returns the acquirer's last response code (LR), which iugu shows in the invoice's log. */
function lrOf({ logs }: IuguInvoice): string | undefined {
  const texts = (logs ?? []).flatMap(({ description, notes }) => [description ?? '', notes ?? '']);
  return texts
    .map((text) => /\bLR:?\s*([0-9A-Z-]{1,4})/i.exec(text)?.[1])
    .find((lr) => lr && !/^0*$/.test(lr));
}

/**
 * Returns what was paid. A Pix that is paid again gets another invoice, or raises the amount of its
 * own: then each further full amount is a receipt of its own. A Pix is named after its invoice, since
 * the bank's id of it may be known late, and may then be that of another payment.
 */
function receiptsOf(invoice: IuguInvoice, method: Method): Receipt[] {
  const { id, status, total_cents, total_paid_cents, paid_cents, refunded_cents, taxes_paid_cents } = invoice;
  const reported = Math.max(total_paid_cents, paid_cents);
  const known = invoice.double_payment_id ? Math.min(reported, total_cents) : reported;
  const paid = known || (status === 'partially_paid' ? 0 : total_cents);
  if (paid === 0) return [];
  const times = method === 'pix' && total_cents > 0 ? Math.max(1, Math.floor(paid / total_cents)) : 1;
  let back = refunded_cents;
  return Array.from({ length: times }, (_, index) => {
    const cents = times > 1 ? total_cents : paid;
    const refundedCents = Math.min(back, cents);
    back -= refundedCents;
    return {
      cents,
      invoiceId: id,
      endToEndId: method === 'pix' ? (index === 0 ? id : `${id}-${index + 1}`) : undefined,
      receivedAt: dateOf(invoice.paid_at),
      feeCents: index === 0 ? taxes_paid_cents : undefined,
      refundedCents,
    };
  });
}

function disputeOf({
  status,
  total_cents,
  refunded_cents,
  protested_at_iso,
}: IuguInvoice): Dispute | undefined {
  const cents = total_cents - refunded_cents;
  if (status === 'in_protest') return { state: 'open', cents };
  if (status === 'chargeback') return { state: 'lost', cents };
  // A refund instead of a defence decides nothing in the operator's favour.
  const isKept = status === 'paid' || status === 'partially_refunded';
  return protested_at_iso && isKept ? { state: 'won', cents } : undefined;
}

const dateOf = (text: string | null | undefined): Date | undefined => {
  const date = text ? new Date(text) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
};

/** Returns the part of a port that cards and Pix share. */
export function invoicePort(iugu: Iugu, { accountId }: IuguSettings, method: Method) {
  const capabilities = CAPABILITIES[method];

  async function lookUp(key: PaymentKey): Promise<LookedUp> {
    const found = await findInvoice(iugu, key);
    if (found.kind !== 'found') return found;
    const duplicates = await findDuplicates(iugu, found.invoice);
    if (!Array.isArray(duplicates)) return duplicates;
    const payment = paymentOf(found.invoice, method);
    // What went back of them isn't a refund of this invoice.
    const again = duplicates
      .flatMap((one) => paymentOf(one, method).receipts ?? [])
      .map(({ cents, refundedCents = 0, ...receipt }) => ({ ...receipt, cents: cents - refundedCents }));
    return { kind: 'found', payment: { ...payment, receipts: payment.receipts?.concat(again) } };
  }

  /** iugu has no references of refunds: one is known by the invoice's sum of refunds. */
  const isRefunded = ({ refunded_cents }: IuguInvoice, { refundedBefore, cents }: RefundRequest) =>
    refunded_cents >= refundedBefore + cents;

  async function lookUpRefund(request: RefundRequest): Promise<RefundLookedUp> {
    const found = await findInvoice(iugu, request.key);
    if (found.kind !== 'found') return found;
    if (!isRefunded(found.invoice, request)) return { kind: 'missing' };
    return { kind: 'found', refund: refundOf(request) };
  }

  const refundOf = ({ cents }: RefundRequest) => ({ state: 'done' as const, cents });

  async function refund(request: RefundRequest): Promise<Refunded> {
    const found = await findInvoice(iugu, request.key);
    if (found.kind === 'unknown') return found;
    if (found.kind === 'missing') return { kind: 'refused', reason: 'notPaid' };
    const { invoice } = found;
    if (isRefunded(invoice, request)) return { kind: 'done', refund: refundOf(request) };
    if (STATES[invoice.status] !== 'paid') return { kind: 'refused', reason: 'notPaid' };
    const paid = receiptsOf(invoice, method).reduce((sum, { cents }) => sum + cents, 0);
    const left = paid - invoice.refunded_cents;
    if (request.cents > left) return { kind: 'refused', reason: 'tooMuch' };
    const isFull = request.cents === paid;
    if (!isFull && !capabilities.partialRefund) return { kind: 'refused', reason: 'partial' };
    const body = isFull ? {} : { partial_value_refund_cents: request.cents };
    const response = await iugu.post(`/invoices/${invoice.id}/refund`, body, request.id);
    const refunded = bodyOf(Invoice, response);
    if (refunded && isRefunded(refunded, request)) return { kind: 'done', refund: refundOf(request) };
    if (isRefusal(response)) return { kind: 'refused', reason: 'other', code: String(response.status) };
    return unexpected('POST /invoices/{id}/refund', response);
  }

  async function* list({ from, to }: Period): AsyncIterable<Movement> {
    const isWithin = (date: Date | undefined): date is Date => !!date && date >= from && date < to;
    const seen = new Set<string>();
    for (let start = 0, total = 1; start < total; start += PAGE) {
      const query = `limit=${PAGE}&start=${start}&updated_since=${encodeURIComponent(from.toISOString())}`;
      const response = await iugu.get(`/invoices?${query}`);
      const page = bodyOf(InvoiceList, response);
      if (!page) throw unexpected('GET /invoices', response).error;
      total = page.totalItems;
      // A new invoice moves the others to a later place, so one may be listed twice.
      for (const invoice of page.items.filter(({ id }) => !seen.has(id))) {
        seen.add(invoice.id);
        if (methodOf(invoice) === method) yield* movementsOf(invoice, method, isWithin);
      }
    }
  }

  async function check(): Promise<Check[]> {
    const response = await iugu.get(`/accounts/${encodeURIComponent(accountId)}`);
    if (response.status === 200) return [{ ok: true, text: 'iugu accepts the API token of this account.' }];
    const text =
      response.status === 401
        ? 'iugu refuses the API token (apiToken).'
        : `iugu responded with ${response.status} to a request for the account.`;
    return [{ ok: false, text }];
  }

  return { account: `iugu/${accountId}`, capabilities, lookUp, lookUpRefund, refund, list, check };
}

function methodOf({ payment_method, payable_with }: IuguInvoice): Method {
  const text = payment_method ?? [payable_with].flat().join();
  return text.includes('pix') ? 'pix' : 'card';
}

function* movementsOf(
  invoice: IuguInvoice,
  method: Method,
  isWithin: (date: Date | undefined) => date is Date,
): Iterable<Movement> {
  const { id: invoiceId, status, taxes_paid_cents, refunded_cents } = invoice;
  // Without money of it, such as one that was paid elsewhere, there is nothing to list.
  if (STATES[status] !== 'paid') return;
  const txid = invoice.order_id ?? invoice.external_reference ?? undefined;
  const names = { txid, invoiceId };
  const paidAt = dateOf(invoice.paid_at);
  if (isWithin(paidAt)) {
    for (const { endToEndId, cents } of receiptsOf(invoice, method))
      yield { kind: 'payment', id: endToEndId ?? invoiceId, ...names, cents, at: paidAt };
    if (taxes_paid_cents > 0)
      yield { kind: 'fee', id: invoiceId, ...names, cents: taxes_paid_cents, at: paidAt };
  }
  const refundedAt = dateOf(invoice.refunded_at_iso);
  if (refunded_cents > 0 && isWithin(refundedAt))
    yield { kind: 'refund', id: invoiceId, ...names, cents: refunded_cents, at: refundedAt };
  const dispute = disputeOf(invoice);
  const disputedAt = dateOf(invoice.chargeback_at_iso ?? invoice.protested_at_iso);
  if (dispute && isWithin(disputedAt))
    yield { kind: 'dispute', id: invoiceId, ...names, ...dispute, at: disputedAt };
}

/** Why an acquirer declined: iugu's LR (ABECS's response codes), and the older ones of acquirers. */
const CODES: Record<Exclude<Refusal, 'other' | 'issuer'>, string> = {
  funds: '51 61 65 116 A5 BL N4',
  card: '04 07 34 36 41 43 46 57 62 63 67 75 78 79 83 R0 R1 R3 AC AF FC 05-C',
  expired: '33 54 101 BP',
  data: '14 15 55 56 76 77 82 86 BV FB N7 KE 80 81 89 98-D',
  fraud: '59 AG AI GF',
  retry: '19 28 85 91 92 93 96 98 99 AA AE BO FM GD TR',
};
const FAMILIES = new Map(
  Object.entries(CODES).flatMap(([family, codes]) =>
    codes.split(' ').map((code) => [code, family as Refusal] as const),
  ),
);

/** Returns the family of an LR; `issuer` for one that says no more than that the issuer declined. */
export const refusalOf = (lr: string | null | undefined): Refusal =>
  FAMILIES.get((lr ?? '').trim().toUpperCase()) ?? 'issuer';
