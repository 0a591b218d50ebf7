import * as z from 'zod/mini';

/** What a payer, a card holder or a bank does, as the sandbox and tests command it. */
const ACTIONS = [
  'pay',
  'payTwice',
  'payLate',
  'payLess',
  'decline',
  'expire',
  'dispute',
  'winDispute',
  'loseDispute',
  'specialReturn',
  'notifyAgain',
] as const;
export type Action = (typeof ACTIONS)[number];

export const Command = z.object({
  action: z.enum(ACTIONS),
  /** Amount in cents of `pay`, `payLess` and `specialReturn`, if not the usual one. */
  cents: z.optional(z.int().check(z.positive())),
});
export type Command = z.output<typeof Command>;

/** A payment as the control server lists it. */
export interface Payment {
  /** The provider's id: an invoice's id, or a `txid`. */
  id: string;
  api: 'iugu' | 'api-pix';
  method: 'card' | 'pix';
  /** The id with which the client can find it: an invoice's `order_id`, or the `txid`. */
  reference: string | undefined;
  status: string;
  cents: number;
  paidCents: number;
  returnedCents: number;
  createdAt: string;
  /** What is possible in this state. */
  actions: Action[];
}

/** Thrown if a payment's state doesn't allow an action. */
export class ImpossibleAction extends Error {}
