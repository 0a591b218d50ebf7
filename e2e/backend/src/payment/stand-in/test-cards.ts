/** What the stand-in does with a card, by its number. Any other number that is one pays at once. */
import type { OrderState } from '../../db/schema.ts';

/** `silent`: the money is taken, and nobody answers. */
export type Conduct = OrderState | 'silent';

const CONDUCTS: Record<string, Conduct> = {
  '4000000000000002': 'unauthorized',
  '4000000000000010': 'captured',
  '4000000000000028': 'silent',
  '4000000000000036': 'error',
  '4000000000000044': 'pending',
};

/** Cards that get no token: the script's `errors`, which may be an array by field or one text. */
const REFUSALS: Record<string, string | Record<string, string[]>> = {
  '4000000000000069': { number: ['não é válido'] },
  '4000000000000119': 'Não foi possível gerar o token',
};

/** A card of which the script never hears again. */
const UNANSWERED = '4000000000000127';

export const conductOf = (number: string): Conduct => CONDUCTS[number] ?? 'paid';
export const refusalOf = (number: string) => REFUSALS[number];
export const isUnanswered = (number: string) => number === UNANSWERED;
