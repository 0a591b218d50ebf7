/** Payments at both providers, and the account that receives them. */
import * as z from 'zod/mini';

/** An account at both providers. */
export interface Account {
  /** iugu's account id, and the API Pix client id. */
  id: string;
  /** iugu's API token, and the API Pix client secret. */
  secret: string;
  /** Key that receives Pix. */
  pixKey: string;
}

/** The sandbox's account. No bank knows its Pix key, so its codes can't really be paid. */
export const SANDBOX_ACCOUNT: Account = {
  id: 'sandbox',
  secret: 'sandbox',
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
};

/** Returns the user and the password of an HTTP Basic header (RFC 7617). */
export function basicCredentials(header: string | undefined): [user: string, password: string] {
  const [scheme, encoded = ''] = (header ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic') return ['', ''];
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return [user, password.join(':')];
}

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
