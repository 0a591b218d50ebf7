import { SANDBOX_ACCOUNT } from '@e2e/payments';

const HOLDER = { first_name: 'Eva', last_name: 'Lima', month: '1', year: '2040', verification_value: '123' };

/** Returns the one-time token of a card that is typed in the sandbox, as the card script does. */
export async function newCardToken(
  { url }: { url: string },
  card: { number?: string } & Partial<typeof HOLDER> = {},
) {
  const data = { number: '4111111111114242', ...HOLDER, ...card };
  const response = await fetch(`${url}/sandbox/payment/payment_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_id: SANDBOX_ACCOUNT.id, method: 'credit_card', data }),
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}
