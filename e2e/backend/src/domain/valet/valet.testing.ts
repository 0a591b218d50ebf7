/** A test valet with its calls. */
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { siteValets } from '../../platform/database/schema.ts';
import { addUser, callApi } from '../../testing/test-backend.ts';
import { topUp } from '../money/wallet/ledger.ts';

export type TestValet = Awaited<ReturnType<typeof addValet>>;

/** Adds a user with `cents` of credit who is valet of the site. */
export async function addValet(backend: Backend, siteId: number, cents: number) {
  const { db } = backend.context;
  const { id, token } = await addUser(backend, `valet-${crypto.randomUUID()}`);
  if (cents > 0) await topUp(db, id, cents, `test:${id}`);
  await db.insert(siteValets).values({ siteId, userId: id });
  const csId = String(siteId);
  const bodyOf = (plate: string, prisma = '7') => ({
    cqCsId: csId,
    cqUvLicencePlate: plate,
    cqCustomId: prisma,
  });

  async function queue() {
    const { response } = await callApi(backend, calls.valetQueue, { path: { csId }, token });
    if (!response) throw new Error('the queue could not be read');
    return response;
  }
  const row = async (plate: string) =>
    (await queue()).findLast(({ cqUvLicencePlate }) => cqUvLicencePlate === plate);

  return {
    id,
    token,
    bodyOf,
    queue,
    /** The newest row with this plate. */
    row,
    add: (plate: string, prisma?: string) =>
      callApi(backend, calls.addToValetQueue, { path: { csId }, token, body: bodyOf(plate, prisma) }),
    remove: (cqId: string, plate: string) =>
      callApi(backend, calls.deleteFromValetQueue, { path: { cqId }, token, body: bodyOf(plate) }),
    dismiss: (cqId: string) => callApi(backend, calls.dismissFromValetQueue, { path: { cqId }, token }),
    async start(cqId: string, chargePointId: string, key: string = crypto.randomUUID()) {
      const body = { cqId, chargePointId, connectorId: '1' };
      const headers = { 'idempotency-key': key };
      return callApi(backend, calls.valetStart, { path: { cqId }, token, body, headers });
    },
    connectors: async () =>
      (await callApi(backend, calls.valetConnectors, { path: { csId }, token })).response ?? [],
    async balance(): Promise<number> {
      return (await callApi(backend, calls.balance, { token })).response?.uwalBalance ?? Number.NaN;
    },
  };
}

/** Adds a vehicle and returns its row. */
export async function queued(valet: TestValet, plate: string) {
  await valet.add(plate);
  const row = await valet.row(plate);
  if (!row) throw new Error(`${plate} isn't in the queue`);
  return row;
}
