/** The stand-in's behaviour by card number. Any other valid number is paid at once. */
import type { OrderState } from '../../platform/database/schema.ts';

/** `silent`: charges the card and doesn't respond. */
export type Conduct = OrderState | 'silent';

const CONDUCTS: Record<string, Conduct> = {
  '4000000000000002': 'unauthorized',
  '4000000000000010': 'captured',
  '4000000000000028': 'silent',
  '4000000000000036': 'error',
  '4000000000000044': 'pending',
};

/** Cards that get no token, with the script's `errors`: arrays by field, or one string. */
const TOKEN_ERRORS: Record<string, string | Record<string, string[]>> = {
  '4000000000000069': { number: ['não é válido'] },
  '4000000000000119': 'Não foi possível gerar o token',
};

/** A card for which the script gets no response. */
const UNANSWERED = '4000000000000127';

export const conductOf = (number: string): Conduct => CONDUCTS[number] ?? 'paid';
export const tokenErrorsOf = (number: string) => TOKEN_ERRORS[number];
export const isUnanswered = (number: string) => number === UNANSWERED;
