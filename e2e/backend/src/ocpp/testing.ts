import { RPCClient } from 'ocpp-rpc';

/** Returns the HTTP status that a charge point is answered as it connects; 101 admits it. */
export async function statusFor(
  url: string,
  identity: string,
  password?: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const client = new RPCClient({
    endpoint: `${url.replace('http', 'ws')}/ocpp`,
    identity,
    password: password ?? null,
    protocols: ['ocpp1.6'],
    strictMode: true,
    strictModeValidators: [],
    reconnect: false,
    maxReconnects: 0,
    callTimeoutMs: 1000,
    pingIntervalMs: 30_000,
    deferPingsOnActivity: false,
    respondWithDetailedErrors: false,
    callConcurrency: 1,
    maxBadMessages: 1,
    wsOpts: {},
    headers,
    backoff: { initialDelay: 1, maxDelay: 2, factor: 2, randomisationFactor: 0 },
  });
  try {
    await client.connect();
    await client.close();
    return 101;
  } catch (error) {
    return (error as { code: number }).code;
  }
}
