/**
 * Cancels starts of the demo users, which would be reported to them if they failed: also those that the
 * charge point has not answered, or whose wait for the plug is over.
 */
import { ana, bruno, PASSWORD } from './steps.ts';

/** Returns a function that cancels the demo users' starts at charge points of the product with this URL. */
export function waitCanceller(url: string): (chargePointIds: readonly string[]) => Promise<void> {
  const tokens = new Map<string, string>();

  async function post(path: string, body: unknown, token = '') {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return fetch(`${url}/v1/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async function logIn(email: string): Promise<string> {
    const response = await post('/auth', { email, password: PASSWORD });
    const { token = '' } = (await response.json()) as { token?: string };
    tokens.set(email, token);
    return token;
  }

  /** Logs in again if a test has ended the session. */
  async function cancel(email: string, chargePointId: string, isRetry = false): Promise<void> {
    const body = { ChargePointID: `${chargePointId}-1`, TransactionID: '0' };
    const token = tokens.get(email) ?? (await logIn(email));
    const { status } = await post('/RemoteStopTransactionRequest', body, token);
    if (status !== 401 || isRetry) return;
    tokens.delete(email);
    await cancel(email, chargePointId, true);
  }

  return async (chargePointIds) => {
    for (const email of [ana, bruno]) for (const id of chargePointIds) await cancel(email, id);
  };
}
