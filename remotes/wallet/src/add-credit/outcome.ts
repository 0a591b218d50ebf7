/** Maps the state of an order, or a failed request, to what the top-up screen shows. */
import { codeOf } from '@shared/client';
import { DAILY_LIMIT_CODES, PIX } from '@shared/contract';
import { results } from './strings.ts';

/** A result dialog, the CPF dialog, credit added, a Pix code to pay, or no message. */
export type Outcome = keyof typeof results | 'cpfRequired' | 'paid' | 'pixCode' | 'nothing';

/** Returns true if the outcome is shown as a message. */
export const hasMessage = (outcome: Outcome | undefined): outcome is keyof typeof results =>
  outcome !== undefined && outcome in results;

const BY_CARD: ReadonlyMap<string | undefined, Outcome> = new Map([
  ['paid', 'paid'],
  ['captured', 'processing'],
  ['pending', 'processing'],
  ['unauthorized', 'denied'],
  ['canceled', 'denied'],
  ['error', 'error'],
]);
/** Any other Pix order has a code, or the Pix screen detects that it is paid. */
const FAILED_PIX: ReadonlySet<string | undefined> = new Set(['unauthorized', 'canceled', 'error']);

/** Outcomes of a denied card by the reason; any other reason says nothing that helps. */
const BY_REFUSAL: ReadonlyMap<string | undefined, Outcome> = new Map([
  ['funds', 'deniedForFunds'],
  ['card', 'deniedForCard'],
  ['expired', 'deniedForDate'],
  ['data', 'deniedForData'],
  ['fraud', 'deniedForSafety'],
]);

/** @param refusal why a card was declined, if the server says so */
export function outcomeOf(method: string, orderState: string | undefined, refusal?: string): Outcome {
  if (method === PIX) return FAILED_PIX.has(orderState) ? 'pixFailed' : 'pixCode';
  const outcome = BY_CARD.get(orderState) ?? 'nothing';
  return outcome === 'denied' ? (BY_REFUSAL.get(refusal) ?? outcome) : outcome;
}

/** Error code for a profile without a CPF. */
const CPF_REQUIRED = 'CPF_REQUIRED';

/** Outcomes for the server's error codes. */
const BY_CODE = new Map<string, Outcome>([
  [CPF_REQUIRED, 'cpfRequired'],
  [DAILY_LIMIT_CODES.cardFailures, 'tooManyCardFailures'],
  [DAILY_LIMIT_CODES.cardOrders, 'tooManyByCard'],
  [DAILY_LIMIT_CODES.pixOrders, 'tooManyPix'],
]);

/**
 * Returns the outcome of a failed request. After a lost response, a retry uses the same idempotency
 * key.
 */
export function outcomeOfFailure(method: string, error: unknown): Outcome {
  return BY_CODE.get(codeOf(error)) ?? (method === PIX ? 'pixFailed' : 'failed');
}
