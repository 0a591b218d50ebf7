import { expect, test } from '@rstest/core';
import type { BackendContext } from '../../context.ts';
import { eq, sql } from '../../platform/database/orm.ts';
import { chargePoints, instances } from '../../platform/database/schema.ts';
import { setUpCharges } from '../charging/charges.testing.ts';
import {
  beginConnection,
  endConnection,
  endLostConnections,
  findLostConnections,
  moveConnection,
} from './presence.ts';

const { begin, advanceClock } = setUpCharges();
const SECOND = 1000;
const HOUR_S = 3600;

/** Returns the context of another instance on the same database, with a lease of `seconds`. */
async function addInstance(context: BackendContext, seconds: number): Promise<BackendContext> {
  const instance = { id: crypto.randomUUID(), shared: true };
  const expiresAt = sql`clock_timestamp() + make_interval(secs => ${seconds})`;
  await context.db.insert(instances).values({ ...instance, place: 'a test', expiresAt });
  return { ...context, instance };
}

const rowOf = async ({ db }: BackendContext, id: string) =>
  (await db.select().from(chargePoints).where(eq(chargePoints.id, id)))[0];
const isOnline = async (context: BackendContext, id: string) => (await rowOf(context, id))?.online;

async function connect(context: BackendContext, id: string) {
  const epoch = await beginConnection(context, id);
  if (epoch === undefined) throw new Error('the charge point is unknown');
  return { id, epoch };
}

/** Leases end by the database's clock, which can't be held. */
const secondsSince = (start: number) => (performance.now() - start) / SECOND;

/** Expires the time that a charge point has to connect elsewhere. */
const expireMove = ({ db }: BackendContext, id: string) =>
  db.update(chargePoints).set({ offlineDueAt: sql`clock_timestamp()` }).where(eq(chargePoints.id, id));

test('ignores the late end of a connection that a newer one has replaced, here or at another instance', async () => {
  const { context, id, row } = await begin(3000, 0, 'card');
  const other = await addInstance(context, HOUR_S);
  const first = await connect(context, id);
  const second = await connect(other, id);
  await endConnection(context, first);
  expect(await isOnline(context, id)).toBe(true);
  const third = await connect(other, id);
  await endConnection(other, second);
  await moveConnection(other, second);
  expect(await rowOf(context, id)).toMatchObject({
    online: true,
    owner: other.instance.id,
    offlineDueAt: null,
  });
  expect((await row()).exclusions).toEqual([]);
  await endConnection(other, third);
  expect(await isOnline(context, id)).toBe(false);
  expect((await row()).exclusions).toMatchObject([{ cause: 'offline', to: null }]);
});

test('notifies the previous instance when a charge point connects elsewhere', async () => {
  const { context, id } = await begin(3000);
  const other = await addInstance(context, HOUR_S);
  const events: unknown[] = [];
  context.bus.subscribe((event) => events.push(event));
  await connect(context, id);
  const { epoch } = await connect(other, id);
  expect(events).toEqual([{ kind: 'connected', chargePointId: id, epoch }]);
});

test('keeps a charge point online that connects to another instance in time, and excludes no time from its bill', async () => {
  const { context, id, row } = await begin(3000, 0, 'card');
  const other = await addInstance(context, HOUR_S);
  await moveConnection(context, await connect(context, id));
  await endLostConnections(other);
  expect(await rowOf(context, id)).toMatchObject({ online: true, owner: null });
  await connect(other, id);
  await expireMove(context, 'another one');
  await endLostConnections(other);
  expect(await isOnline(context, id)).toBe(true);
  expect((await row()).exclusions).toEqual([]);
});

test('marks a charge point that connects to no other instance in time as offline since it left', async () => {
  const { context, id, row } = await begin(3000, 0, 'card');
  const begunAt = performance.now();
  await moveConnection(context, await connect(context, id));
  const leftAt = context.now().getTime();
  advanceClock(20 * SECOND);
  await expireMove(context, id);
  await endLostConnections(context);
  expect(await isOnline(context, id)).toBe(false);
  const [exclusion] = (await row()).exclusions;
  expect(exclusion).toMatchObject({ cause: 'offline', to: null });
  expect(Math.abs((exclusion?.from ?? 0) - leftAt)).toBeLessThan(2 * SECOND + SECOND * secondsSince(begunAt));
});

test('marks the charge points of an ended instance as offline since it was last seen, and publishes them', async () => {
  const { context, id, row } = await begin(3000, 0, 'card');
  // A lease lasts 8 s, so the instance was last seen 20 s ago.
  const ended = await addInstance(context, HOUR_S);
  await connect(ended, id);
  const expiredAt = performance.now();
  await context.db
    .update(instances)
    .set({ expiresAt: sql`clock_timestamp() - interval '12 seconds'` })
    .where(eq(instances.id, ended.instance.id));
  const events: unknown[] = [];
  context.bus.subscribe((event) => events.push(event));
  await endLostConnections(context);
  expect(await rowOf(context, id)).toMatchObject({ online: false, owner: null });
  expect(events).toEqual([{ kind: 'connector', chargePointId: id, connectorId: 1 }]);
  const [exclusion] = (await row()).exclusions;
  const seconds = (context.now().getTime() - (exclusion?.from ?? 0)) / SECOND;
  expect(seconds).toBeGreaterThan(19);
  expect(seconds).toBeLessThan(21 + secondsSince(expiredAt));
  const left = await context.db.select().from(instances).where(eq(instances.id, ended.instance.id));
  expect(left).toEqual([]);
});

test('excludes the time since an ended instance was last seen when a charge point reconnects before its end is detected', async () => {
  const { context, id, row } = await begin(3000, 0, 'card');
  const expiredAt = performance.now();
  const ended = await addInstance(context, -12);
  await context.db.update(chargePoints).set({ owner: ended.instance.id }).where(eq(chargePoints.id, id));
  await connect(context, id);
  const [exclusion] = (await row()).exclusions;
  const seconds = ((exclusion?.to ?? 0) - (exclusion?.from ?? 0)) / SECOND;
  expect(seconds).toBeGreaterThan(19);
  expect(seconds).toBeLessThan(21 + secondsSince(expiredAt));
});

test('keeps the charge points of an instance with a renewed lease online', async () => {
  const { context, id } = await begin(3000);
  await connect(await addInstance(context, HOUR_S), id);
  await endLostConnections(context);
  expect(await isOnline(context, id)).toBe(true);
});

test('finds connections that were replaced elsewhere or marked as offline, and stored connections that do not exist', async () => {
  const [kept, replaced, ended] = [await begin(3000), await begin(3000), await begin(3000)];
  const lost = await begin(3000);
  const { context } = kept;
  const other = await addInstance(context, HOUR_S);
  const ownEpochs = new Map<string, number>();
  for (const { id } of [kept, replaced, ended]) ownEpochs.set(id, (await connect(context, id)).epoch);
  await connect(other, replaced.id);
  await context.db
    .update(chargePoints)
    .set({ owner: null, online: false })
    .where(eq(chargePoints.id, ended.id));
  const { epoch } = await connect(context, lost.id);
  const { closed, ...others } = await findLostConnections(context, ownEpochs);
  expect(others).toEqual({ replaced: [replaced.id], ended: [ended.id] });
  // Other tests leave stored connections as well.
  expect(closed).toContainEqual({ id: lost.id, epoch });
  for (const { id } of [kept, replaced, ended]) expect(closed.map((one) => one.id)).not.toContain(id);
});
