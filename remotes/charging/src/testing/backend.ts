/** Scripted backend for tests: each call returns the response set for it most recently. */

import { rs } from '@rstest/core';
import { configureApi } from '@shared/client';

interface RecordedCall {
  call: string;
  body: unknown;
}
type Answer = unknown | ((request: RecordedCall) => unknown);

const price = { PriceKwh: 2, TransactionPrice: 1 };
export const connector = {
  chargerId: '12345-1',
  chargePointId: 'cp',
  connectorId: 1,
  siteId: 3,
  status: 'Available',
  isConnected: true,
  cctName: 'type2',
  cpCode: '12345',
  chargerModel: { cmMaxPower: 22 },
};
export const transaction = {
  transactionId: 77,
  chargePointId: 'cp',
  connectorId: 1,
  startTime: new Date(Date.now() - 600_000).toISOString(),
  startPriceProfilePeriod: price,
  meterTotal: 4,
};

const DEFAULT_RESPONSES: Record<string, Answer> = {
  'GET GetChargerId': { chargerId: '12345-1' },
  'GET OnlineConnectorStatus': [connector],
  'GET CurrentPriceProfilePeriod': price,
  'GET ChargerSites': { csId: 3, csName: 'Oficina', csFormattedAddress: 'Rua das Flores, 1' },
  'GET UserVehicles': [{ uvId: 1, uvName: 'Azulzinho' }],
  'GET wallet': { uwalBalance: 50 },
  'GET UserTransactions': { transactionId: 77 },
  'GET UserActiveTransactions': [],
  'POST RemoteStartTransactionRequest': { status: 'Accepted' },
  'POST RemoteStopTransactionRequest': { status: 'Accepted' },
};

/** Returns a response with a failing status. */
export const failing = (status: number) => new Response('', { status });

/** Stubs `fetch` with the scripted backend. Calls are named by method and first path segment. */
export function fakeBackend(given: Record<string, Answer> = {}) {
  const answers = { ...DEFAULT_RESPONSES, ...given };
  const requests: RecordedCall[] = [];
  configureApi({
    baseUrl: () => 'http://localhost/v1/api',
    headers: () => ({}),
    onUnauthorized: () => undefined,
    onUnreadable: () => undefined,
  });
  rs.stubGlobal('fetch', async (input: Request) => {
    const { pathname } = new URL(input.url);
    const call = `${input.method} ${pathname.split('/')[3]}`;
    const one = { call, body: await bodyOf(input) };
    requests.push(one);
    const answer = answers[call];
    const content = typeof answer === 'function' ? await answer(one) : answer;
    if (content instanceof Response) return content.clone();
    return content === undefined ? failing(404) : Response.json(content);
  });
  return {
    /** Changes the response to a call. */
    set: (call: string, answer: Answer) => void Object.assign(answers, { [call]: answer }),
    /** Returns the recorded requests of a call, in order. */
    requests: (call: string) => requests.filter((one) => one.call === call),
  };
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  return text ? JSON.parse(text) : undefined;
}
