/** The sandbox's payment providers: the adapters of production, for the emulator in `e2e/payments`. */
import { CONDUCT, cardId, type Payment, SANDBOX_ACCOUNT } from '@e2e/payments';
import { createApiPixPort } from '../../../domain/money/payment/api-pix/pix.ts';
import type { ProviderContext } from '../../../domain/money/payment/call-provider.ts';
import { createIuguCards } from '../../../domain/money/payment/iugu/cards.ts';
import type { Payments } from '../../../domain/money/payment/ports.ts';
import { Failure } from '../../../platform/failure.ts';
import type { EmulatorUrls } from '../context.ts';
import { controlServer } from '../control-server.ts';

/** Returns the ports of every brand: cards at iugu, and Pix at a bank with API Pix. */
export function emulatedPayments({ url }: EmulatorUrls, context: ProviderContext): Payments {
  const { id, secret, pixKey } = SANDBOX_ACCOUNT;
  const iugu = { url: `${url}/v1`, accountId: id, apiToken: secret };
  const bank = {
    url: `${url}/v2`,
    tokenUrl: `${url}/oauth/token`,
    clientId: id,
    clientSecret: secret,
    key: pixKey,
  };
  const ports = {
    cards: { ...createIuguCards(iugu, context), noticeSecret: secret },
    pix: { ...createApiPixPort(bank, context), noticeSecret: secret },
  };
  return { of: () => ports, all: [ports] };
}

export function emulatorControl({ controlUrl }: EmulatorUrls, context: ProviderContext) {
  const send = controlServer(controlUrl, context, {
    absent: () => new Failure(503, 'NO_EMULATOR', "The payment providers' emulator does not respond"),
    refused: 'EMULATOR_REFUSED',
  });
  return {
    payments: async () => (await send('/payments')) as Payment[],
    perform: (id: string, command: object) => send(`/payments/${encodeURIComponent(id)}`, command),
    behave: (behaviour: object) => send('/behaviour', behaviour),
  };
}

/** Customers aren't stored by the emulator, so any id names one. */
const CUSTOMER = '0'.repeat(32);

/**
 * Returns a token of a saved card that the emulator charges without having saved it.
 * @param conduct outcome of its charges
 */
export const emulatedCard = (conduct: keyof typeof CONDUCT, lastDigits = '4242') =>
  `${SANDBOX_ACCOUNT.id}/${CUSTOMER}/${cardId(CONDUCT[conduct], lastDigits)}`;
