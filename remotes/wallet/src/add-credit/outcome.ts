/** What becomes of a top-up on its screen, by the state of its order (specification, section 4). */
import { ApiError } from '@shared/client';
import { DAILY_LIMIT_CODES, PIX } from '@shared/contract';
import { results } from './strings.ts';

/** A dialog to be shown, credit that is there, a Pix code to be paid, or a state of which nothing is said. */
export type Outcome = keyof typeof results | 'cpfRequired' | 'paid' | 'pixCode' | 'nothing';

/** Whether there are words for it. */
export const isTold = (outcome: Outcome | undefined): outcome is keyof typeof results =>
  outcome !== undefined && outcome in results;

const BY_CARD: Readonly<Record<string, Outcome>> = {
  paid: 'paid',
  captured: 'processing',
  pending: 'processing',
  unauthorized: 'denied',
  canceled: 'denied',
  error: 'error',
};
/** Of any other order by Pix there is a code, or its screen knows that it is paid. */
const BY_PIX: Readonly<Record<string, Outcome>> = {
  unauthorized: 'pixFailed',
  canceled: 'pixFailed',
  error: 'pixFailed',
};

export function outcomeOf(method: string, orderState: string | undefined): Outcome {
  if (method === PIX) return BY_PIX[orderState ?? ''] ?? 'pixCode';
  return BY_CARD[orderState ?? ''] ?? 'nothing';
}

/** The server's code for a profile without a CPF. */
const CPF_REQUIRED = 'CPF_REQUIRED';

/** Outcomes of calls that the server refuses by these codes. */
const BY_CODE = new Map<string, Outcome>([
  [CPF_REQUIRED, 'cpfRequired'],
  [DAILY_LIMIT_CODES.cardFailures, 'tooManyCardFailures'],
  [DAILY_LIMIT_CODES.pixOrders, 'tooManyPix'],
]);

/** What a call that failed says. Where its answer was lost, trying again asks for the same attempt. */
export function outcomeOfFailure(method: string, error: unknown): Outcome {
  const refusal = error instanceof ApiError ? BY_CODE.get(error.code) : undefined;
  return refusal ?? (method === PIX ? 'pixFailed' : 'failed');
}
