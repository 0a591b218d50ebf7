/** What becomes of a top-up on its screen, by the state of its order (specification, section 4). */
import { ApiError } from '@shared/client';
import { PIX } from '@shared/contract';
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

/** What a call that failed says. Where its answer was lost, trying again asks for the same attempt. */
export function outcomeOfFailure(method: string, error: unknown): Outcome {
  if (error instanceof ApiError && error.code === CPF_REQUIRED) return 'cpfRequired';
  return method === PIX ? 'pixFailed' : 'failed';
}
