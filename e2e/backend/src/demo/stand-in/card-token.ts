/** The stand-in's tokens. They encode a card's behaviour, so that the stand-in stores no cards. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { SavedCard } from '../../domain/money/payment/ports.ts';
import { type Conduct, conductOf } from './test-cards.ts';

const CONDUCTS = ['paid', 'captured', 'pending', 'unauthorized', 'canceled', 'error', 'silent'] as const;
const OneTimeToken = z.object({
  id: z.string(),
  conduct: z.enum(CONDUCTS),
  displayNumber: z.string(),
  holderName: z.string(),
  month: z.number(),
  year: z.number(),
});

/** The card data that the script sends. */
type TypedCard = Record<'number' | 'first_name' | 'last_name' | 'month' | 'year', string>;

/** Returns the displayable data of a typed card, and a token for it. */
export function describeCard(typed: TypedCard) {
  const number = typed.number.replace(/\D/g, '');
  const card = {
    displayNumber: `XXXX-XXXX-XXXX-${number.slice(-4)}`,
    holderName: `${typed.first_name} ${typed.last_name}`.trim(),
    month: Number(typed.month),
    year: Number(typed.year),
  };
  const content: z.output<typeof OneTimeToken> = { id: randomUUID(), conduct: conductOf(number), ...card };
  return { ...card, token: Buffer.from(JSON.stringify(content)).toString('base64url') };
}

/** Returns the card of a one-time token, with a chargeable token; undefined for any other text. */
export function cardOfToken(token: string): SavedCard | undefined {
  const read = OneTimeToken.safeParse(jsonOf(token));
  if (!read.success) return undefined;
  const { conduct, displayNumber, holderName, month, year } = read.data;
  return { providerToken: chargeableToken(conduct), displayNumber, holderName, month, year };
}

/** Returns a token of a saved card that behaves as `conduct` when it is charged. */
export const chargeableToken = (conduct: Conduct) => `card-${conduct}-${randomUUID()}`;

/** Returns the behaviour encoded in a saved card's token, `error` for an unknown token. */
export function conductOfToken(providerToken: string): Conduct {
  const name = providerToken.split('-')[1];
  return CONDUCTS.find((conduct) => conduct === name) ?? 'error';
}

function jsonOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    return undefined;
  }
}
