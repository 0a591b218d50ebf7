/**
 * An independent client, `ocpp-rpc`, which validates every message in both directions. Those of OCPP 2.0.1
 * are also validated by the schemas of `typed-ocpp`.
 */
import { expect, onTestFinished } from '@rstest/core';
import { RPCClient } from 'ocpp-rpc';
import { fieldsOf } from './fields.ts';
import { createFrameCheck } from './second-schemas.testing.ts';

type Reply = Record<string, unknown>;
/** Replies by action; `Accepted` by default. */
export type Replies = Record<string, (params: Record<string, unknown>) => Reply>;

export interface Station {
  client: RPCClient;
  /** Calls from the central system, in order of arrival. */
  received: { method: string; params: Record<string, unknown> }[];
  call(method: string, params: Record<string, unknown>): Promise<Reply>;
  /** What violated the second schemas. The test fails if there is any when it ends. */
  violations: string[];
}

export async function connectStation(
  url: string,
  identity: string,
  {
    replies = {},
    protocols = ['ocpp2.0.1'],
    password = null,
  }: { replies?: Replies; protocols?: string[]; password?: string | null } = {},
): Promise<Station> {
  const client = new RPCClient({
    endpoint: `${url.replace('http', 'ws')}/ocpp`,
    identity,
    password,
    protocols,
    strictMode: true,
    strictModeValidators: [],
    reconnect: false,
    maxReconnects: 0,
    callTimeoutMs: 30_000,
    pingIntervalMs: 30_000,
    deferPingsOnActivity: false,
    respondWithDetailedErrors: true,
    callConcurrency: 1,
    maxBadMessages: 1,
    wsOpts: {},
    headers: {},
    backoff: { initialDelay: 1, maxDelay: 2, factor: 2, randomisationFactor: 0 },
  });
  const received: Station['received'] = [];
  client.handle(async ({ method = '', params }) => {
    const given: Record<string, unknown> = { ...params };
    received.push({ method, params: given });
    return replies[method]?.(given) ?? { status: 'Accepted' };
  });
  const violations: string[] = [];
  const check = createFrameCheck();
  client.on('message', ({ message, outbound }) => {
    if (client.protocol === 'ocpp2.0.1') violations.push(...check(String(message), outbound));
  });
  onTestFinished(() => expect(violations).toEqual([]));
  await client.connect();
  return {
    client,
    violations,
    received,
    call: async (method, params) => fieldsOf(await client.call(method, params)),
  };
}

/** One TransactionEvent of connector 1, at a register in Wh if it has one. */
export function transactionEvent(
  transactionId: string,
  seqNo: number,
  eventType: 'Started' | 'Updated' | 'Ended',
  {
    wh,
    at = new Date(),
    idTag,
    info = {},
    trigger = 'ChargingStateChanged',
    ...fields
  }: {
    wh?: number;
    at?: Date;
    idTag?: string;
    info?: Record<string, unknown>;
    trigger?: string;
    offline?: boolean;
    evse?: { id: number; connectorId?: number };
  } = {},
) {
  const timestamp = at.toISOString();
  const contexts = { Started: 'Transaction.Begin', Updated: 'Sample.Periodic', Ended: 'Transaction.End' };
  return {
    eventType,
    timestamp,
    triggerReason: trigger,
    seqNo,
    transactionInfo: { transactionId, ...info },
    evse: { id: 1, connectorId: 1 },
    ...(idTag !== undefined && { idToken: { idToken: idTag, type: 'Central' } }),
    ...(wh !== undefined && {
      meterValue: [
        {
          timestamp,
          sampledValue: [
            {
              value: wh / 1000,
              context: contexts[eventType],
              measurand: 'Energy.Active.Import.Register',
              unitOfMeasure: { unit: 'kWh' },
            },
          ],
        },
      ],
    }),
    ...fields,
  };
}
