import { id, optional, text } from '@shared/contract';
import * as z from 'zod/mini';

/** The provider's token for a card. */
export interface CardToken {
  token: string;
  /** Brand and last digits, such as `visa 4242`. */
  description: string;
}

/** The provider returned no token. Digit sequences in its code and message are masked. */
export class CardTokenError extends Error {
  override readonly name = 'CardTokenError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const ProviderResponse = z.looseObject({
  id: optional(id),
  extra_info: optional(z.looseObject({ brand: optional(text), display_number: optional(text) })),
});
const Refusal = z.looseObject({ errors: z.unknown() });

/**
 * Parses the provider's response.
 * @throws CardTokenError if the response is a refusal or has no token
 */
export function readCardToken(response: unknown): CardToken {
  const read = ProviderResponse.safeParse(response);
  if (!read.data?.id) throw refusalOf(response);
  return { token: read.data.id, description: describe(read.data.extra_info) };
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

/** Converts the provider's errors: a string, a list of strings, or an object by field. */
function refusalOf(response: unknown): CardTokenError {
  const { errors } = Refusal.safeParse(response).data ?? {};
  if (typeof errors !== 'object' || errors === null)
    return new CardTokenError('', withoutDigits(typeof errors === 'string' ? errors : 'unreadable response'));
  const fields = Array.isArray(errors) ? [] : Object.keys(errors);
  const messages = Object.values(errors)
    .flat()
    .filter((message) => typeof message === 'string');
  return new CardTokenError(withoutDigits(fields.join(', ')), withoutDigits(messages.join(', ')));
}

/** Masks digit sequences, in case the message repeats a card number or CVV, and truncates. */
const withoutDigits = (words: string) => words.replace(/\d[\d\s./-]{1,}\d|\d{3,}/g, '…').slice(0, 300);
