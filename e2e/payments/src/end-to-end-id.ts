import { randomBytes } from 'node:crypto';

/** Identifies the emulator's bank, which doesn't exist. */
const ISPB = '00000000';

/** Returns a new id of a Pix (`E`) or of its return (`D`): 32 characters, with bank and minute. */
export const endToEndId = (prefix: 'E' | 'D', now: Date) =>
  `${prefix}${ISPB}${now.toISOString().replace(/\D/g, '').slice(0, 12)}${randomBytes(6).toString('hex').slice(1)}`;
