import { randomBytes } from 'node:crypto';
import { PRODUCT } from '@shared/contract';
import { encode, tag, withCrcTag } from 'promptparse';

const CITY = 'SAO PAULO';
const MAX_NAME_LENGTH = 25;

/**
 * Returns a Pix code (BR Code: EMV's merchant-presented QR code with the central bank's fields) for
 * integer cents.
 * @param txid the receiver's id of the payment: letters and digits
 * @param key the receiver's Pix key
 */
export function pixCode(cents: number, txid: string, key: string): string {
  const fields = [
    tag('00', '01'),
    tag('26', encode([tag('00', 'br.gov.bcb.pix'), tag('01', key)])),
    tag('52', '0000'),
    tag('53', '986'),
    tag('54', (cents / 100).toFixed(2)),
    tag('58', 'BR'),
    tag('59', toAscii(PRODUCT.name).slice(0, MAX_NAME_LENGTH)),
    tag('60', CITY),
    tag('62', encode([tag('05', txid)])),
  ];
  return withCrcTag(encode(fields), '63', true);
}

/** Returns upper-case ASCII: lengths count characters, and not every bank accepts more. */
const toAscii = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .toUpperCase();

/** Identifies the emulator's bank, which doesn't exist. */
const ISPB = '00000000';

/** Returns a new id of a Pix (`E`) or of its return (`D`): 32 characters, with bank and minute. */
export const endToEndId = (prefix: 'E' | 'D', now: Date) =>
  `${prefix}${ISPB}${now.toISOString().replace(/\D/g, '').slice(0, 12)}${randomBytes(6).toString('hex').slice(1)}`;
