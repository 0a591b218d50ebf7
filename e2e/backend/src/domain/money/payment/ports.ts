/**
 * The ports through which money comes in and goes back: one for cards, one for Pix, since an
 * operator may take them at different companies. Code outside of an adapter checks the port's
 * `capabilities`, never a provider's name.
 *
 * A port reports what happened as a value and doesn't reject. `unknown` means that the provider may
 * or may not have done what was asked: look it up before repeating it. Its error is logged, so it
 * must contain neither a token, a tax number nor a credential.
 */

import type { OrderState, Refusal } from '../../../platform/database/schema.ts';

/** `account` of the module of `PAYMENT_PROVIDER`, and of orders of older releases. */
export const MODULE_ACCOUNT = 'module';

/** What a provider can give back. */
export interface Capabilities {
  /** Whether a part of a payment can be refunded, and several parts of it. */
  partialRefund: boolean;
  /** Days after the payment in which it can be refunded; 0 if the port can't refund. */
  fullRefundDays: number;
}

/** The names of an order's payment. */
export interface PaymentKey {
  /** For example `order:7`, its reference in the ledger. */
  order: string;
  /**
   * Our own reference at the provider, 26 to 35 letters and digits. Random, so that another
   * database at the same provider never has the same one. Null for orders of an older release.
   */
  txid: string | null;
  /** The provider's id of the payment, once it is known. */
  invoiceId: string | null;
}

/** The account that pays. Adapters send it to the provider and log none of it. */
export interface Payer {
  userId: number;
  name: string;
  email: string;
  /** Digits only. */
  cpf: string;
}

/** A request with an unknown outcome. */
export interface Unknown {
  kind: 'unknown';
  error: Error;
}

/** A request that the provider refused: no money has moved, and none will. */
export interface Refused<Reason = Refusal> {
  kind: 'refused';
  reason: Reason;
  /** The provider's own code, such as an LR of iugu. */
  code?: string | undefined;
}

/** Money that a payer sent. A Pix charge may have several. */
export interface Receipt {
  cents: number;
  /** The bank's id of a Pix, with which it is credited once and given back. */
  endToEndId?: string | undefined;
  /** The provider's id of this payment, if each payment of a code has one of its own. */
  invoiceId?: string | undefined;
  receivedAt?: Date | undefined;
  /** What the provider keeps, if it says so. */
  feeCents?: number | undefined;
  /** Sum of the refunds that weren't rejected. */
  refundedCents?: number | undefined;
}

/** A dispute of a card payment, or the special return of a Pix. */
export interface Dispute {
  /** `lost`: the provider has taken the money back. */
  state: 'open' | 'won' | 'lost';
  cents: number;
}

/** State of a payment at the provider. */
export interface Payment {
  state: OrderState;
  invoiceId?: string | undefined;
  /** Why the card's issuer declined, with the provider's code. */
  refusal?: Omit<Refused, 'kind'> | undefined;
  /** What was really paid. Absent if the provider reports only that the full amount was paid. */
  receipts?: readonly Receipt[] | undefined;
  /** The bank's id of a Pix, if `receipts` is absent. */
  endToEndId?: string | undefined;
  /** Whether the provider accepts no further money for it. */
  isClosed?: boolean | undefined;
  dispute?: Dispute | undefined;
}

export type Charged = { kind: 'done'; payment: Payment } | Refused | Unknown;
/** `missing`: the provider has no such payment. */
export type LookedUp = { kind: 'found'; payment: Payment } | { kind: 'missing' } | Unknown;

/** A card as the provider stores it. Its number and CVV never reach this backend. */
export interface SavedCard {
  /** Used to charge the card, and to delete it. */
  providerToken: string;
  /** For example `XXXX-XXXX-XXXX-4242`. */
  displayNumber: string;
  holderName: string;
  month: number;
  year: number;
}

export interface RefundRequest {
  key: PaymentKey;
  /** Our own reference of the refund, 1 to 35 letters and digits: the same one never pays twice. */
  id: string;
  cents: number;
  /** Names the Pix; required for Pix. */
  endToEndId?: string | undefined;
  /**
   * Sum of this payment's earlier refunds. If the provider has no references of refunds,
   * this sum shows whether this one has happened, so make one refund of a payment at a time.
   */
  refundedBefore: number;
}

export interface Refund {
  /** `processing`: accepted, and `lookUpRefund` returns the end. */
  state: 'done' | 'processing' | 'rejected';
  cents: number;
  /** The bank's id of the payment that went back. */
  bankId?: string | undefined;
}

type RefundRefusal = 'tooLate' | 'tooMuch' | 'partial' | 'noFunds' | 'notPaid' | 'unsupported' | 'other';
export type Refunded = { kind: 'done'; refund: Refund } | Refused<RefundRefusal> | Unknown;
export type RefundLookedUp = { kind: 'found'; refund: Refund } | { kind: 'missing' } | Unknown;

/** From `from` to before `to`. */
export interface Period {
  from: Date;
  to: Date;
}

/** One line of a provider's list of a period. */
export type Movement = {
  /** The provider's id of it: the bank's for a Pix, that of an invoice for a card. */
  id: string;
  /** Our own reference of the payment, if the provider has it. */
  txid?: string | undefined;
  invoiceId?: string | undefined;
  /** Positive. */
  cents: number;
  at: Date;
} & ({ kind: 'payment' | 'refund' | 'fee' } | { kind: 'dispute'; state: Dispute['state'] });

/** One statement of `pnpm payments check`, in words. */
export interface Check {
  ok: boolean;
  text: string;
}

interface Port {
  /**
   * Names the account at the provider, without a secret. An order stores it, so that no other
   * provider is queried for its payment.
   */
  account: string;
  capabilities: Capabilities;
  /** Part of the URL to which the provider sends notices; absent if it sends none. */
  noticeSecret?: string | undefined;
  lookUp(key: PaymentKey): Promise<LookedUp>;
  /** Gives money back. A repeated `id` returns the first refund. */
  refund(request: RefundRequest): Promise<Refunded>;
  lookUpRefund(request: RefundRequest): Promise<RefundLookedUp>;
  /**
   * Lists payments, refunds that weren't rejected, disputes and fees of a period, in any order. Absent
   * if the provider has no list.
   * @throws if the provider fails: half a list is none
   */
  list?(period: Period): AsyncIterable<Movement>;
  /** Calls the provider without changing anything there. */
  check(): Promise<Check[]>;
}

export interface CardPort extends Port {
  /** Account that the provider's script in the page has to name. */
  scriptAccountId?: string | undefined;
  /** Returns whether it saved this card, and can charge and delete it. */
  owns(providerToken: string): boolean;
  /**
   * Saves the card of a one-time token that the provider's script created in the browser.
   * @param cpfCnpj the card holder's tax number, without punctuation
   * @param customerId the provider's id of the account's customer, if one was returned before
   */
  save(
    token: string,
    cpfCnpj: string,
    payer: Payer,
    customerId: string | undefined,
  ): Promise<{ kind: 'done'; card: SavedCard; customerId?: string | undefined } | Refused | Unknown>;
  /** Deletes a saved card. Succeeds for an unknown card, too. */
  delete(providerToken: string): Promise<{ kind: 'done' } | Unknown>;
  /** Charges integer cents to a saved card, once for each key. */
  charge(providerToken: string, cents: number, key: PaymentKey, payer: Payer): Promise<Charged>;
}

/** A Pix code, which the provider created. */
interface PixCode {
  /** BR Code. */
  qrcodeText: string;
  invoiceId: string;
}

export interface PixPort extends Port {
  /** Creates a Pix code for integer cents, once for each key. */
  create(
    cents: number,
    key: PaymentKey,
    payer: Payer,
    dueDate: Date,
  ): Promise<{ kind: 'done'; code: PixCode } | Refused | Unknown>;
  /** Registers the URL of notices; absent if the provider has no call for that. */
  registerNotices?(url: string): Promise<Check>;
  /** Cancels a code, and returns the state of its payment afterwards. */
  cancel(key: PaymentKey): Promise<LookedUp>;
}

/** The ports of one brand. A brand without one of them doesn't take that kind of payment. */
export interface BrandPorts {
  cards?: CardPort | undefined;
  pix?: PixPort | undefined;
}

/** The payment ports of all brands. */
export interface Payments {
  /** Returns the ports of a brand, by its slug. */
  of(brand: string): BrandPorts;
  /** The ports of every brand, once each. */
  all: readonly BrandPorts[];
}
