/** Cancels accepted starts of the demo users, which would be reported to them if they failed. */
import { ana, bruno, PASSWORD } from './steps.ts';

interface Wait {
  chargePointId: string;
  connectorId: number;
  waitUntil?: string;
}

/** Returns a function that cancels all waits for the plug at the product with this URL. */
export function waitCanceller(url: string): () => Promise<void> {
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

  /** Returns a user's waits. Logs in again if a test has ended the session. */
  async function waitsOf(email: string, isRetry = false): Promise<Wait[]> {
    const token = tokens.get(email) ?? (await logIn(email));
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/v1/api/UserStartAttempts`, { headers });
    if (response.ok) return (await response.json()) as Wait[];
    tokens.delete(email);
    return isRetry ? [] : waitsOf(email, true);
  }

  return async () => {
    for (const email of [ana, bruno])
      for (const { chargePointId, connectorId, waitUntil } of await waitsOf(email))
        if (waitUntil !== undefined)
          await post(
            '/RemoteStopTransactionRequest',
            { ChargePointID: `${chargePointId}-${connectorId}`, TransactionID: '0' },
            tokens.get(email),
          );
  };
}
