import { CONDUCT, cardId, SANDBOX_ACCOUNT } from '@e2e/payments';

/** Customers aren't stored by the emulator, so any id names one. */
const CUSTOMER = '0'.repeat(32);

/**
 * Returns a token of a saved card that the emulator charges without having saved it.
 * @param conduct outcome of its charges
 */
export const emulatedCard = (conduct: keyof typeof CONDUCT, lastDigits = '4242') =>
  `${SANDBOX_ACCOUNT.id}/${CUSTOMER}/${cardId(CONDUCT[conduct], lastDigits)}`;
