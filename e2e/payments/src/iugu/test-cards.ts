/**
 * How test cards behave. A card's id encodes it, so a card that was saved by an earlier process, or
 * inserted into a database, can be charged.
 */
import { randomBytes } from 'node:crypto';

/** Two hexadecimal digits: LR of the acquirer's response, or a behaviour of the emulator. */
export const CONDUCT = {
  paid: '00',
  /** The charge is authorized, and captured or declined later. */
  inAnalysis: 'A1',
  /** The acquirer doesn't respond: the invoice stays unpaid until it does. */
  pending: 'A2',
  /** The card is charged, but the client gets no response. */
  silent: 'A3',
  /** The charge is refused as invalid, without an invoice. */
  error: 'A4',
} as const;

/** Any other valid number is paid at once. */
const CONDUCT_OF_NUMBER: Record<string, string> = {
  '4000000000000002': '05',
  '4000000000000010': CONDUCT.inAnalysis,
  '4000000000000028': CONDUCT.silent,
  '4000000000000036': CONDUCT.error,
  '4000000000000044': CONDUCT.pending,
  // iugu's own test card that is declined.
  '4012888888881881': '51',
  '4000000000000143': '14',
  '4000000000000515': '51',
  '4000000000000549': '54',
  '4000000000000572': '57',
  '4000000000000598': '59',
  '4000000000000788': '78',
  '4000000000000820': '82',
  '4000000000000911': '91',
};

/** Cards that get no token, with iugu.js's `errors`: arrays by field, or one string. */
const TOKEN_ERRORS: Record<string, string | Record<string, string[]>> = {
  '4000000000000069': { number: ['não é válido'] },
  '4000000000000119': 'Não foi possível gerar o token',
};

/** A card for which the script gets no response. */
const UNANSWERED = '4000000000000127';

export const conductOf = (number: string) => CONDUCT_OF_NUMBER[number] ?? CONDUCT.paid;
export const tokenErrorsOf = (number: string) => TOKEN_ERRORS[number];
export const isUnanswered = (number: string) => number === UNANSWERED;

/** Returns a new id of a saved card: 32 hexadecimal digits, as iugu's ids are. */
export const cardId = (conduct: string, lastDigits: string) =>
  `${conduct}${lastDigits}${randomBytes(13).toString('hex')}`.toUpperCase();

/** Returns the behaviour of a saved card; undefined if `id` isn't that of a card. */
export const conductOfCard = (id: string) => /^([0-9A-F]{2})\d{4}[0-9A-F]{26}$/.exec(id)?.[1];
