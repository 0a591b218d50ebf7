/**
 * Refunds of charges by operators. Like the commands to charge points they aren't in `calls.ts`,
 * because the app doesn't send them, only `pnpm refund` or an operator's own system.
 */
import * as z from 'zod/mini';
import type { Call } from './calls.ts';

/** BRL with at most two decimals, as in `12.5`. */
const amount = z.number().check(
  z.positive(),
  z.maximum(1_000_000),
  z.refine((reais) => Number(reais.toFixed(2)) === reais),
);
const line = z.int().check(z.minimum(1), z.maximum(100));

/** Without `amount` and `lines`, all that remains paid is refunded. */
export const RefundRequest = z
  .strictObject({
    amount: z.optional(amount),
    /** Numbers of lines of the bill, as in `ChargePayment`. */
    lines: z.optional(z.array(line).check(z.minLength(1), z.maxLength(100))),
    /** For the operator's records. The driver doesn't see it. */
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  })
  .check(z.refine((given) => given.amount === undefined || given.lines === undefined, { path: ['lines'] }));
export type RefundRequest = z.output<typeof RefundRequest>;

/** What was paid for a charge and what was given back, in BRL. */
export const ChargePayment = z.object({
  transactionId: z.number(),
  /** Total of the bill. */
  amount: z.number(),
  /** Given back so far. */
  refunded: z.number(),
  lines: z.array(
    z.object({ line: z.number(), description: z.string(), amount: z.number(), refunded: z.boolean() }),
  ),
  refunds: z.array(
    z.object({
      refundId: z.number(),
      /** As given back to the wallet. */
      given: z.number(),
      /** Less than `given` if a late stop has lowered the bill since. */
      amount: z.number(),
      reason: z.string(),
      operatorId: z.number(),
      at: z.string(),
    }),
  ),
});
export type ChargePayment = z.output<typeof ChargePayment>;

const PATH = '/operator/ChargeRefund/{transactionId}';

/**
 * 403 if the user isn't an operator, 404 if no user of the operator's brand has paid the charge, 409
 * while it runs, if the key was used with different content, or if less than the amount remains paid.
 */
export const refundCharge: Call<typeof PATH, typeof RefundRequest, typeof ChargePayment> = {
  method: 'POST',
  path: PATH,
  body: RefundRequest,
  response: ChargePayment,
  timeout: 30_000,
  idempotencyKey: true,
  movesMoney: true,
};

/** 403 and 404 as above. */
export const chargePayment: Call<typeof PATH, z.ZodMiniUnknown, typeof ChargePayment> = {
  method: 'GET',
  path: PATH,
  body: z.unknown(),
  response: ChargePayment,
  timeout: 30_000,
};
