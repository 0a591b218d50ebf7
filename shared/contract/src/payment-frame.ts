/**
 * The page that runs a payment provider's script, and its messages to and from the card screen. Its
 * frame is sandboxed: the script can access neither the screen nor its storage.
 */

/** Path of the page, on the origin of the page that embeds it. */
export const PAYMENT_FRAME = '/payment-frame.html';

/** The card data that the user types. Sent to the provider only. */
export interface TypedCard {
  number: string;
  /** `MM` and `YYYY`. */
  month: string;
  year: string;
  firstName: string;
  lastName: string;
  cvv: string;
}

/** First message to the page, with the port that carries all other messages. */
export interface PaymentFrameStart {
  scriptUrl: string;
  accountId: string;
  testMode: boolean;
}

/** Requests a token; the response carries the same `id`. */
export interface TokenRequest {
  id: number;
  card: TypedCard;
}

/**
 * Messages of the page: `started` at once; then `ready` if the provider's script has loaded, or
 * `failed`; then a `token` for each request, without a `response` if the provider threw or its
 * result isn't plain data.
 */
export type PaymentFrameMessage =
  | { type: 'started' }
  | { type: 'ready' }
  | { type: 'failed'; reason: string }
  | { type: 'token'; id: number; response?: { value: unknown } };
