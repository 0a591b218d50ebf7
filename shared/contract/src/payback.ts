/**
 * 'Devolver saldo': unspent credit is returned to its original payment method. Optional: a backend
 * without it returns 404 or 405, and the app shows nothing of it. Apart from `calls.ts`, which
 * every page loads.
 */
// By package name: remotes bundle this file, but not the ones that it uses.
import { type Call, calls, id, instant, optional, text } from '@shared/contract';
import * as z from 'zod/mini';

/**
 * Why credit can't go back:
 * - `charging`: it is reserved for a running charge
 * - `tooOld`: it was paid longer ago than the provider allows
 * - `onlyInFull`: the provider gives this payment back in full only, and less is left
 * - `disputed`: the payment was disputed at the bank
 * - `refused`: the provider has refused it recently
 * - `unsupported`: it was paid in a way that can't be given back
 * - `noPayment`: no payment of this account stands behind it
 */
export const KEPT_REASONS = [
  'charging',
  'tooOld',
  'onlyInFull',
  'disputed',
  'refused',
  'unsupported',
  'noPayment',
] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** How it was paid, and how it is returned: `credit_card` or `pix`. */
const method = { item_type: optional(text), description: optional(text) };

/**
 * `GET /wallet/Payback`. Amounts are in BRL. A plan with an unreadable item is unreadable: without the
 * item, its sums would be false.
 */
export const PaybackPlan = z.looseObject({
  /** What is returned if the user requests it now: the newest top-ups first. */
  parts: z.array(z.looseObject({ orderId: id, amount: z.number(), ...method })),
  /** Credit that can't go back. A reason may be another word than those of `KEPT_REASONS`. */
  kept: z.array(z.looseObject({ amount: z.number(), reason: optional(text) })),
  /** What was given back last, the newest first. */
  paybacks: z.array(
    z.looseObject({
      paybackId: id,
      amount: z.number(),
      /** `pending` (on its way), `done`, or `rejected` (credit again). */
      state: optional(text),
      at: optional(instant),
      ...method,
    }),
  ),
});
export type PaybackPlan = z.output<typeof PaybackPlan>;

/** `POST /wallet/Payback`: the parts of the plan that the user has confirmed. */
export const PaybackRequest = z.object({
  parts: z.array(z.object({ orderId: text, amount: z.number() })),
});
/** What is on its way back, in BRL. */
export const PaybackResponse = z.looseObject({ amount: z.number() });

const PATH = '/wallet/Payback';
const TIMEOUT = 30_000;

export const paybackCalls = {
  paybackPlan: {
    method: 'GET',
    path: PATH,
    body: calls.balance.body,
    response: PaybackPlan,
    timeout: TIMEOUT,
  },
  /** 409 `PLAN_CHANGED` if the parts aren't the current plan, and nothing goes back then. */
  requestPayback: {
    method: 'POST',
    path: PATH,
    body: PaybackRequest,
    response: PaybackResponse,
    timeout: TIMEOUT,
    idempotencyKey: true,
    movesMoney: true,
  },
} as const satisfies Record<string, Call<string, z.ZodMiniType, z.ZodMiniType>>;
