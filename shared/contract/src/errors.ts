import * as z from 'zod/mini';
import { id, optional, text } from './fields.ts';
import { parseJson, readLeniently } from './lenient.ts';

/** Body of a failed call: `{error: {code, message}}`, `{code, message}` or plain text. */
const Detail = z.looseObject({ code: optional(id), message: optional(text) });
const Wrapped = z.looseObject({ error: Detail });
/** An error's body, if it is JSON. */
export const ErrorBody = z.union([Wrapped, Detail]);

/** Returns code and message of a failed call's body, parsed or not; each empty if it is missing. */
export function readErrorBody(body: unknown) {
  const parsed = typeof body === 'string' ? parseJson(body) : body;
  const json = parsed === undefined ? body : parsed;
  const wrapped = readLeniently(Wrapped, json);
  const detail = wrapped.success ? wrapped.data.error : readLeniently(Detail, json).data;
  return {
    code: detail?.code ?? '',
    message: detail?.message ?? (typeof json === 'string' ? json.trim() : ''),
  };
}

/** Codes of the 429 responses to an account that exceeds a 24-hour limit. */
export const DAILY_LIMIT_CODES = {
  cardFailures: 'TOO_MANY_CARD_FAILURES',
  cardOrders: 'TOO_MANY_CARD_ORDERS',
  newCards: 'TOO_MANY_NEW_CARDS',
  pixOrders: 'TOO_MANY_PIX_ORDERS',
  starts: 'TOO_MANY_STARTS',
  valetStarts: 'TOO_MANY_STARTS',
  couponFailures: 'TOO_MANY_COUPON_FAILURES',
  pushTokens: 'TOO_MANY_PUSH_TOKENS',
} as const;
