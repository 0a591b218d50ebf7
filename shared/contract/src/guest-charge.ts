/**
 * Charging without an account: one Pix pays one charge, and what is left goes back. Optional: a brand's
 * record offers it with `guestCharge`. Apart from `calls.ts`, which every page loads.
 */
// By package name: remotes bundle this file, but not the ones that it uses.
import { type Call, calls, id, optional, text } from '@shared/contract';
import * as z from 'zod/mini';

/**
 * - `unpaid`: the code is open
 * - `expired`: it wasn't paid in time. If it is paid later, the payment goes back
 * - `starting`: it is paid, and the charge point is being asked
 * - `waiting`: for the plug
 * - `charging`
 * - `refused`: no charge has begun, and the payment goes back: see `errorCode`
 * - `ended`
 */
export type GuestState = 'unpaid' | 'expired' | 'starting' | 'waiting' | 'charging' | 'refused' | 'ended';

/** `POST /GuestCharges` */
export const NewGuestCharge = z.object({
  /** The charger's number, as in `StartRequest`. */
  ChargePointID: text,
  /** BRL, one of `GUEST_AMOUNTS`. */
  Amount: z.number(),
  /** For the receipt. */
  Email: z.optional(text),
  /**
   * `GUEST_SECRET`, made by the browser: the token of the guest's session. The same secret again returns
   * the same order.
   */
  Secret: text,
});
export const GuestOrder = z.looseObject({ orderId: id });

/** `GET /GuestCharge`: the charge of the session's guest. Amounts are in BRL. */
export const GuestCharge = z.looseObject({
  orderId: id,
  chargePointId: id,
  connectorId: id,
  /** What the guest has paid, or is to pay. */
  amount: z.number(),
  /** A `GuestState`, or another word. */
  state: optional(text),
  /**
   * Why no charge has begun: `PAID_LATE`, the code of a refused start such as `CONNECTOR_UNAVAILABLE`, or
   * that of an attempt: `Cancelled` by the guest, `ConnectionTimeOut` without a plug in time, `TimedOut`,
   * `Rejected` or as in `StartAttempt`.
   */
  errorCode: optional(text),
  transactionId: optional(id),
  /** Bill of the ended charge. */
  spent: optional(z.number()),
  /** What goes back. An unreadable item makes all of it unreadable: its sum would be false. */
  back: z.array(
    z.looseObject({
      amount: z.number(),
      /** `pending` (on its way), `done`, or `rejected` (will be tried again). */
      state: optional(text),
      /** The bank's identifier of the payment that went back. */
      bankId: optional(text),
    }),
  ),
});
export type GuestCharge = z.output<typeof GuestCharge>;

/** `POST /GuestAccount`: as for `RegisterRequest`. */
export const NewGuestAccount = calls.register.body;

const TIMEOUT = 30_000;

export const guestCalls = {
  /**
   * Orders a Pix code that starts the charge once it is paid. With the session of another guest's charge,
   * cancels its unpaid code; 409 `GUEST_CHARGING` if that one is paid, and not over. 400 `INVALID_AMOUNT`, `EMAIL_INVALID` or
   * `INVALID_SECRET`; 404 `CHARGER_NOT_FOUND`; 409 `CONNECTOR_UNAVAILABLE`,
   * `FREE_CHARGE` if there is nothing to pay, `PAYMENT_UNAVAILABLE`,
   * `PAYMENT_FAILED` if the provider made no code (a further try needs a new secret), or `SECRET_REUSED`
   * if the secret was used with other content; 429 with too many open codes.
   */
  createGuestCharge: {
    method: 'POST',
    path: '/GuestCharges',
    body: NewGuestCharge,
    response: GuestOrder,
    timeout: TIMEOUT,
    public: true,
    movesMoney: true,
  },
  /** 404 for the session of an account. */
  guestCharge: {
    method: 'GET',
    path: '/GuestCharge',
    body: calls.balance.body,
    response: GuestCharge,
    timeout: TIMEOUT,
  },
  /**
   * Makes the guest an account with the same receipts, ends the guest's session and begins one of the
   * account. Refusals as for `register`; 409 `GUEST_CHARGING` until the charge has ended.
   */
  createGuestAccount: {
    method: 'POST',
    path: '/GuestAccount',
    body: NewGuestAccount,
    response: calls.login.response,
    timeout: TIMEOUT,
  },
} as const satisfies Record<string, Call<string, z.ZodMiniType, z.ZodMiniType>>;
