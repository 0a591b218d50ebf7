import { id, optional, text } from '@shared/contract';
import * as z from 'zod/mini';
import { type Provider, TIME_LIMIT_MS } from './provider.ts';

/** What is typed of a card. It goes to the provider alone. */
export interface TypedCard {
  number: string;
  /** `MM` and `YYYY`. */
  month: string;
  year: string;
  firstName: string;
  lastName: string;
  cvv: string;
}

/** A card as the provider knows it from now on: a token, and what one may tell of it. */
export interface CardToken {
  token: string;
  /** Brand and last digits, such as `visa 4242`. */
  description: string;
}

/** The provider made no token. Code and message are its own words, without anything that was typed. */
export class CardTokenError extends Error {
  override readonly name = 'CardTokenError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const Answer = z.looseObject({
  id: optional(id),
  extra_info: optional(z.looseObject({ brand: optional(text), display_number: optional(text) })),
});
const Refusal = z.looseObject({ errors: z.unknown() });

/**
 * Has the provider make a token of a card.
 * @throws CardTokenError if it refuses, doesn't answer in time, or answers what can't be read
 */
export function createToken(provider: Provider, card: TypedCard): Promise<CardToken> {
  const { number, month, year, firstName, lastName, cvv } = card;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CardTokenError('timeout', 'no answer in time')), TIME_LIMIT_MS);
    const answered = (answer: unknown) => {
      clearTimeout(timer);
      const read = Answer.safeParse(answer);
      if (read.data?.id) resolve({ token: read.data.id, description: describe(read.data.extra_info) });
      else reject(refusalOf(answer));
    };
    try {
      provider.createPaymentToken(
        provider.CreditCard(number, month, year, firstName, lastName, cvv),
        answered,
      );
    } catch {
      // What it threw may hold what was typed, so nothing of it is kept.
      clearTimeout(timer);
      reject(new CardTokenError('script', 'the provider failed'));
    }
  });
}

function describe({
  brand,
  display_number,
}: {
  brand?: string | undefined;
  display_number?: string | undefined;
} = {}) {
  return [brand, display_number?.split('-').at(-1)].filter(Boolean).join(' ');
}

/** Errors come as a text, as a list, or by field as either. */
function refusalOf(answer: unknown): CardTokenError {
  const { errors } = Refusal.safeParse(answer).data ?? {};
  if (typeof errors !== 'object' || errors === null)
    return new CardTokenError('', withoutDigits(typeof errors === 'string' ? errors : 'unreadable answer'));
  const fields = Array.isArray(errors) ? [] : Object.keys(errors);
  const messages = Object.values(errors)
    .flat()
    .filter((message) => typeof message === 'string');
  return new CardTokenError(withoutDigits(fields.join(', ')), withoutDigits(messages.join(', ')));
}

/** A provider that repeats a number or a CVV in its message mustn't have us pass it on. */
const withoutDigits = (words: string) => words.replace(/\d[\d\s./-]{1,}\d|\d{3,}/g, '…').slice(0, 300);
