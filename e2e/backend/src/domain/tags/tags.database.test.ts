/** Drivers' cards, and cars that begin a charge by being plugged in. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { tagCalls } from '@shared/contract/tags';
import { and, eq, isNull, sql } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import {
  brands,
  chargePoints,
  connectors,
  idTags,
  notices,
  seenCars,
  siteBrands,
  startAttempts,
  transactions,
  vehicles,
  waitingPlaces,
} from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';
import { callApi } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { connectRaw } from '../charge-points/raw-charge-point.testing.ts';
import {
  addChargePoint,
  addDriver,
  apiClient,
  type Network,
  openNetwork,
  type TestDriver,
} from '../charging/network.testing.ts';
import { balanceOf } from '../money/wallet/ledger.ts';
import { composeNotice } from '../notices/compose-notice.ts';
import { addCarModels } from '../vehicles/car-models.ts';
import { deleteVehicle } from '../vehicles/vehicles.ts';
import { moveLines } from '../waiting-line/change-line.ts';

let network: Network;
let count = 0;
const next = () => {
  count += 1;
  return count;
};
const db = () => network.backend.context.db;
beforeAll(async () => {
  network = await openNetwork();
  await addCarModels(db());
});
afterAll(() => network.backend.close());

const setAutocharge = (autocharge: boolean) =>
  db().update(brands).set({ autocharge }).where(eq(brands.id, network.brandId));

/** Connects a free charge point that sends the test's calls and accepts every call it receives. */
async function charger() {
  const serial = next();
  const id = `TAGS-${serial}`;
  const number = String(63_000 + serial);
  await addChargePoint(network, id, number);
  const connection = await connectRaw(network.backend.url, id, { respond: () => ({ status: 'Accepted' }) });
  const isOnline = and(eq(chargePoints.id, id), eq(chargePoints.online, true));
  await until('online', async () => (await db().$count(chargePoints, isOnline)) > 0);
  const setStatus = (status: 'Available' | 'Preparing') =>
    db().update(connectors).set({ status }).where(eq(connectors.chargePointId, id));
  await setStatus('Available');
  let meterWh = 0;
  async function call(method: string, payload: object) {
    const [, , confirmation] = await connection.call(method, payload);
    return confirmation as { transactionId: number; idTagInfo: { status: string } };
  }
  return {
    id,
    number: `${number}-1`,
    connection,
    call,
    /** A car is plugged in, and the charge point sends Authorize with its identifier. */
    async recognise(idTag: string) {
      await setStatus('Preparing');
      return (await call('Authorize', { idTag })).idTagInfo.status;
    },
    /** @param wasOffline by default, if it begins earlier than just now */
    async begin(idTag: string, at = new Date(), wasOffline = at.getTime() < Date.now() - MINUTE_MS) {
      if (wasOffline)
        await db().update(chargePoints).set({ onlineSince: new Date() }).where(eq(chargePoints.id, id));
      const timestamp = at.toISOString();
      const started = await call('StartTransaction', {
        connectorId: 1,
        idTag,
        meterStart: meterWh,
        timestamp,
      });
      return { transactionId: started.transactionId, status: started.idTagInfo.status };
    },
    async stop(transactionId: number) {
      meterWh += 2_000;
      await call('StopTransaction', {
        transactionId,
        meterStop: meterWh,
        timestamp: new Date().toISOString(),
      });
      await setStatus('Available');
    },
    close: () => connection.socket.terminate(),
  };
}
type Charger = Awaited<ReturnType<typeof charger>>;

/** Twelve digits that no other test uses. */
const newCar = () => `00B0520A${String(next()).padStart(4, '0')}`;

async function addVehicle(driver: TestDriver) {
  const row = { userId: driver.id, modelId: 0, name: 'Azulzinho', plate: `ABC-${1000 + next()}` };
  return one(await db().insert(vehicles).values(row).returning()).id;
}

const listed = async ({ token }: TestDriver) =>
  (await callApi(network.backend, tagCalls.tags, { token })).response ?? { tags: [], linkable: [] };
const link = ({ token }: TestDriver, transactionId: number) =>
  callApi(network.backend, tagCalls.linkCar, { token, body: { TransactionID: String(transactionId) } });

/** The driver starts a charge in the app, for their vehicle. Returns the charge. */
async function startInApp(at: Charger, driver: TestDriver, uvId: number) {
  const body = { ChargePointID: at.number, uvId: String(uvId) };
  const response = await apiClient(network.backend, driver).call(
    'POST',
    '/RemoteStartTransactionRequest',
    body,
  );
  expect(response.body).toMatchObject({ status: 'Accepted' });
  const [attempt] = await db().select().from(startAttempts).where(eq(startAttempts.chargePointId, at.id));
  return at.begin(attempt?.idTag ?? '');
}

/** A driver with credit who has linked a car. */
async function linkedDriver(identifier: string, cents = 20_000) {
  const driver = await addDriver(network, cents);
  const uvId = await addVehicle(driver);
  const at = await charger();
  expect(await at.recognise(identifier)).toBe('Invalid');
  const { transactionId } = await startInApp(at, driver, uvId);
  // Nor can another driver link it, who knows the charge's id.
  expect((await link(await addDriver(network, 0), transactionId)).status).toBe(404);
  expect((await link(driver, transactionId)).status).toBe(201);
  await at.stop(transactionId);
  return { driver, uvId, at };
}

test('a recognised car begins no charge on a connector that is kept for a driver who waits in line', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver } = await linkedDriver(`VID:${car}`);
  const { id: waiting } = await addDriver(network, 5_000);
  const kept = await charger();
  await db().update(brands).set({ waitingLine: true }).where(eq(brands.id, network.brandId));
  /** Gives the user the turn, and a place, without which the job that moves the lines would end the turn. */
  async function hold(userId: number) {
    const turn = { userId, until: Date.now() + MINUTE_MS, idTag: 'TURN' };
    await db().transaction(async (tx) => {
      const rows = await tx
        .update(connectors)
        .set({ hold: { isWanted: true, turn } })
        .where(eq(connectors.chargePointId, kept.id))
        .returning({ plug: connectors.plug });
      const place = { userId, siteId: network.siteId, missed: false, joinedAt: new Date() };
      await tx.insert(waitingPlaces).values({ ...place, plug: one(rows).plug });
    });
    await moveLines(network.backend.context);
  }
  await hold(waiting);
  const refused = await kept.begin(`VID:${car}`);
  expect(refused.status).toBe('Blocked');
  await kept.stop(refused.transactionId);
  await hold(driver.id);
  expect((await kept.begin(`VID:${car}`)).status).toBe('Accepted');
  kept.close();
  await db().update(brands).set({ waitingLine: false }).where(eq(brands.id, network.brandId));
});

test('links the recognised car during a charge from the app; then it begins charges that are billed as such', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, uvId, at } = await linkedDriver(`VID:${car}`);
  expect(await listed(driver)).toMatchObject({
    tags: [{ kind: 'car', label: `…${car.slice(-4)}`, uvId: String(uvId), blocked: false }],
    linkable: [],
  });
  const before = (await balanceOf(db(), driver.id)).cents;
  const [byApp] = await db().select().from(transactions).where(eq(transactions.userId, driver.id));

  // Another charge point writes the identifier in another form.
  const another = await charger();
  const form = (car.match(/../g) ?? []).join(':').toLowerCase();
  expect(await another.recognise(form)).toBe('Accepted');
  const { transactionId, status } = await another.begin(form);
  expect(status).toBe('Accepted');
  expect((await listed(driver)).tags).toMatchObject([{ transactionId: String(transactionId) }]);
  expect(await db().select().from(notices).where(eq(notices.transactionId, transactionId))).toMatchObject([
    { userId: driver.id, kind: 'startedByTag' },
  ]);
  await another.stop(transactionId);
  const [charge] = await db().select().from(transactions).where(eq(transactions.id, transactionId));
  expect(charge).toMatchObject({ userId: driver.id, vehicleId: uvId, price: byApp?.price });
  // The charges may differ by some seconds, and a minute costs R$ 0,10.
  expect(Math.abs((charge?.billCents ?? 0) - (byApp?.billCents ?? 0))).toBeLessThan(20);
  expect((await balanceOf(db(), driver.id)).cents).toBe(before - (charge?.billCents ?? 0));
  at.close();
  another.close();
});

test('refuses a car with too little credit as a start from the app, and bills no more than its energy', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, at } = await linkedDriver(car, 600);
  const { transactionId, status } = await at.begin(car);
  expect(status).toBe('Blocked');
  expect(await db().select().from(transactions).where(eq(transactions.id, transactionId))).toMatchObject([
    { userId: driver.id, stopRequestedBy: 'credit' },
  ]);
  at.close();
});

test('refuses an identifier that another account has linked, and leaves it with that account', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, at } = await linkedDriver(car);
  const thief = await addDriver(network, 20_000);
  const uvId = await addVehicle(thief);
  const other = await charger();
  await setAutocharge(false);
  expect(await other.recognise(car)).toBe('Invalid');
  await setAutocharge(true);
  // As if the charge point had asked before the owner linked the car.
  const seen = { chargePointId: other.id, connectorId: 1, tag: car, seenAt: new Date() };
  await db().insert(seenCars).values(seen);
  const { transactionId } = await startInApp(other, thief, uvId);
  expect(await link(thief, transactionId)).toMatchObject({ status: 409, code: 'CAR_TAKEN' });
  expect((await listed(thief)).tags).toEqual([]);
  expect((await listed(driver)).tags).toHaveLength(1);
  // Once, however often it is tried.
  await link(thief, transactionId);
  const claims = await db().select().from(notices).where(eq(notices.kind, 'carClaimed'));
  expect(claims).toMatchObject([{ userId: driver.id, transactionId }]);
  expect(await composeNotice(network.backend.context, one(claims))).toMatchObject({
    user: { id: driver.id },
    message: {
      title: expect.stringContaining('Tentaram vincular o seu carro'),
      body: expect.stringMatching(/^Em .*Oficina.*, outra conta tentou ativar/),
      path: '/faisca/vehicles-list',
    },
  });
  at.close();
  other.close();
});

test('links a car, or names its owner, although the owner ends the link at the same moment', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { at } = await linkedDriver(car);
  const next = await addDriver(network, 20_000);
  const other = await charger();
  const seen = { chargePointId: other.id, connectorId: 1, tag: car, seenAt: new Date() };
  await db().insert(seenCars).values(seen);
  const { transactionId } = await startInApp(other, next, await addVehicle(next));
  // The owner's link ends after the new one has met it.
  await db().execute(sql`
    create function end_link() returns trigger language plpgsql as $$ begin
      update id_tags set ended_at = now() where ended_at is null and tag = ${sql.raw(`'${car}'`)};
      return null;
    end $$`);
  await db().execute(
    sql`create trigger end_link after insert on id_tags for each statement execute function end_link()`,
  );
  expect([201, 409]).toContain((await link(next, transactionId)).status);
  await db().execute(sql`drop trigger end_link on id_tags`);
  expect((await link(next, transactionId)).status).toBe(201);
  at.close();
  other.close();
});

test('refuses a copied identifier while the car is charged elsewhere, bills no user, and notifies its driver', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, at } = await linkedDriver(car);
  const { transactionId } = await at.begin(car);
  const copy = await charger();
  expect(await copy.recognise(car)).toBe('Invalid');
  const asked = await db().select().from(notices).where(eq(notices.kind, 'carCopied'));
  expect(asked).toMatchObject([{ transactionId, userId: driver.id }]);
  const copied = await copy.begin(car);
  expect(copied.status).toBe('ConcurrentTx');
  expect(
    await db().select().from(transactions).where(eq(transactions.id, copied.transactionId)),
  ).toMatchObject([{ userId: null, price: null }]);
  expect(
    await db()
      .select()
      .from(notices)
      .where(and(eq(notices.transactionId, transactionId), eq(notices.kind, 'carCopied'))),
  ).toMatchObject([{ userId: driver.id }]);
  await at.stop(transactionId);
  at.close();
  copy.close();
});

test.each([
  ['refuses a copied identifier while the connector of the car charges', 'Charging', 0, 'ConcurrentTx'],
  ['accepts a car while the connector of its last charge is free', 'Available', 0, 'Accepted'],
  ['accepts a car while the connector of its last charge is silent', 'Charging', 16, 'Accepted'],
])(
  '%s, if its charge point is late or has a clock that is behind',
  async (_, connectorStatus, silentMinutes, expected) => {
    await setAutocharge(true);
    const car = newCar();
    const { at } = await linkedDriver(car);
    await linkedSince(car, 60);
    const { transactionId } = await at.begin(car, addMs(new Date(), -20 * MINUTE_MS));
    await at.call('StatusNotification', { connectorId: 1, status: connectorStatus, errorCode: 'NoError' });
    const updatedAt = addMs(new Date(), -silentMinutes * MINUTE_MS);
    await db().update(connectors).set({ updatedAt }).where(eq(connectors.chargePointId, at.id));
    const other = await charger();
    const { status } = await other.begin(car);
    expect(status).toBe(expected);
    await at.stop(transactionId);
    at.close();
    other.close();
  },
);

test('of two starts with the same identifier at the same moment, one begins a charge', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, at } = await linkedDriver(car);
  const places = await Promise.all([charger(), charger(), charger()]);
  const begun = await Promise.all(places.map((place) => place.begin(car)));
  expect(begun.map(({ status }) => status).sort()).toEqual(['Accepted', 'ConcurrentTx', 'ConcurrentTx']);
  const billed = await db().select().from(transactions).where(eq(transactions.userId, driver.id));
  expect(billed.filter(({ stoppedAt }) => stoppedAt === null)).toHaveLength(1);
  for (const place of [at, ...places]) place.close();
});

test.each([
  ['was seen too long before the charge', { minutes: -16 }],
  ['was seen long after the charge began', { minutes: 3 }],
])('links no car that %s', async (_, { minutes }) => {
  await setAutocharge(true);
  const driver = await addDriver(network, 20_000);
  const uvId = await addVehicle(driver);
  const at = await charger();
  await at.recognise(newCar());
  const seenAt = addMs(new Date(), minutes * MINUTE_MS);
  await db().update(seenCars).set({ seenAt }).where(eq(seenCars.chargePointId, at.id));
  const { transactionId } = await startInApp(at, driver, uvId);
  expect((await listed(driver)).linkable).toEqual([]);
  expect(await link(driver, transactionId)).toMatchObject({ status: 404 });
  await at.stop(transactionId);
  at.close();
});

test('links no car while two cars are plugged in at the charge point, since either may be meant', async () => {
  await setAutocharge(true);
  const at = await charger();
  const [first] = await db().select().from(connectors).where(eq(connectors.chargePointId, at.id));
  if (!first) throw new Error('no connector');
  await db()
    .insert(connectors)
    .values({ ...first, connectorId: 2 });
  await at.recognise(newCar());
  expect(await db().select().from(seenCars).where(eq(seenCars.chargePointId, at.id))).toEqual([]);
  at.close();
});

test('forgets a car that has left, so that the next driver at the connector is not offered to link it', async () => {
  await setAutocharge(true);
  const at = await charger();
  const report = (status: string) =>
    at.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError' });
  await report('Preparing');
  expect(await at.recognise(newCar())).toBe('Invalid');
  await report('Available');
  await report('Preparing');
  const driver = await addDriver(network, 20_000);
  const { transactionId } = await startInApp(at, driver, await addVehicle(driver));
  expect((await listed(driver)).linkable).toEqual([]);
  expect((await link(driver, transactionId)).status).toBe(404);
  at.close();
});

test('forgets a car if another one was plugged in at the same moment, since it may be that one', async () => {
  await setAutocharge(true);
  const at = await charger();
  const seen = () => db().select().from(seenCars).where(eq(seenCars.chargePointId, at.id));
  await at.recognise(newCar());
  expect(await seen()).toHaveLength(1);
  const [first] = await db().select().from(connectors).where(eq(connectors.chargePointId, at.id));
  if (!first) throw new Error('no connector');
  await db()
    .insert(connectors)
    .values({ ...first, connectorId: 2, status: 'Available' });
  await at.call('StatusNotification', { connectorId: 2, status: 'Preparing', errorCode: 'NoError' });
  expect(await seen()).toEqual([]);
  at.close();
});

test('an earlier charge of the car that the charge point reports late is billed while the car is charged elsewhere', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, at } = await linkedDriver(car);
  await linkedSince(car, 240);
  const running = await at.begin(car);
  const offline = await charger();
  const { transactionId, status } = await offline.begin(car, addMs(new Date(), -180 * MINUTE_MS));
  expect(status).toBe('Accepted');
  expect(await db().select().from(transactions).where(eq(transactions.id, transactionId))).toMatchObject([
    { userId: driver.id },
  ]);
  await at.stop(running.transactionId);
  at.close();
  offline.close();
});

test('a charge by card from before it was blocked is billed, however late it is reported', async () => {
  const driver = await addDriver(network, 20_000);
  const tag = `CARD${next()}`;
  const at = await charger();
  const blockedAt = new Date();
  await db().insert(idTags).values({ tag, label: 'Cartão 9', userId: driver.id, blockedAt });
  const { transactionId, status } = await at.begin(tag, addMs(blockedAt, -60 * MINUTE_MS));
  expect(status).toBe('Accepted');
  expect(await db().select().from(transactions).where(eq(transactions.id, transactionId))).toMatchObject([
    { userId: driver.id },
  ]);
  at.close();
});

test('a car begins no charge once it is switched off, its vehicle is deleted, or its brand lacks the site', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, uvId, at } = await linkedDriver(car);
  expect(await at.recognise(car)).toBe('Accepted');
  await db().delete(siteBrands).where(eq(siteBrands.brandId, network.brandId));
  expect(await at.recognise(car)).toBe('Invalid');
  expect((await at.begin(car)).status).toBe('Invalid');
  await db().insert(siteBrands).values({ siteId: network.siteId, brandId: network.brandId });
  const [tag] = (await listed(driver)).tags;
  const path = { tagId: tag?.tagId ?? '' };
  const stranger = await addDriver(network, 0);
  const remove = ({ token }: TestDriver) => callApi(network.backend, tagCalls.deleteTag, { token, path });
  expect((await remove(stranger)).status).toBe(404);
  expect((await remove(driver)).status).toBe(204);
  expect(await at.recognise(car)).toBe('Invalid');

  const again = await linkedDriver(newCar());
  await deleteVehicle(network.backend.context, again.driver.id, again.uvId);
  expect((await listed(again.driver)).tags).toEqual([]);
  expect(uvId).toBeGreaterThan(0);
  at.close();
  again.at.close();
});

test("the card of a fleet begins no charge at a site that its brand doesn't have, an operator's own card does", async () => {
  const vehicleId = await addVehicle(await addDriver(network, 0));
  await db()
    .insert(idTags)
    .values([
      { tag: 'FLEET', label: 'Van', vehicleId },
      { tag: 'SERVICE', label: 'Manutenção' },
    ]);
  const at = await charger();
  expect(await at.recognise('FLEET')).toBe('Accepted');
  await db().delete(siteBrands).where(eq(siteBrands.brandId, network.brandId));
  expect(await at.recognise('FLEET')).toBe('Invalid');
  expect((await at.begin('FLEET')).status).toBe('Invalid');
  expect(await at.recognise('SERVICE')).toBe('Accepted');
  await db().insert(siteBrands).values({ siteId: network.siteId, brandId: network.brandId });
  at.close();
});

/** Switches the driver's linked car off. */
async function unlink(driver: TestDriver) {
  const [tag] = (await listed(driver)).tags;
  const path = { tagId: tag?.tagId ?? '' };
  expect((await callApi(network.backend, tagCalls.deleteTag, { token: driver.token, path })).status).toBe(
    204,
  );
}
/** Lets the link of a car begin earlier, as if time had passed since. */
const linkedSince = (tag: string, minutesAgo: number) =>
  db()
    .update(idTags)
    .set({ linkedAt: addMs(new Date(), -minutesAgo * MINUTE_MS) })
    .where(and(eq(idTags.tag, tag), isNull(idTags.endedAt)));
const payerOf = async ({ transactionId }: { transactionId: number }) =>
  one(await db().select().from(transactions).where(eq(transactions.id, transactionId))).userId;

test.each([
  ['was switched off', unlink],
  [
    'was deleted with its vehicle',
    async (driver: TestDriver, uvId: number) => deleteVehicle(network.backend.context, driver.id, uvId),
  ],
])('a charge of a car from before it %s is billed, however late it is reported', async (_, end) => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, at, uvId } = await linkedDriver(car);
  await linkedSince(car, 120);
  await end(driver, uvId);
  expect((await listed(driver)).tags).toEqual([]);
  const offline = await charger();
  const during = await offline.begin(car, addMs(new Date(), -60 * MINUTE_MS));
  expect(during.status).toBe('Accepted');
  expect(await payerOf(during)).toBe(driver.id);
  const before = await offline.begin(car, addMs(new Date(), -180 * MINUTE_MS));
  expect(before.status).toBe('Invalid');
  const after = await offline.begin(car);
  expect(after.status).toBe('Invalid');
  expect(await payerOf(after)).toBe(null);
  at.close();
  offline.close();
});

test('a start with a car or card that has just been switched off or blocked is refused, although the clock of its charge point is behind', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, at } = await linkedDriver(car);
  const card = `CARD${next()}`;
  await db()
    .insert(idTags)
    .values({ tag: card, label: 'Cartão 8', userId: driver.id, blockedAt: new Date() });
  await unlink(driver);
  const other = await charger();
  await db()
    .update(chargePoints)
    .set({ onlineSince: addMs(new Date(), -10 * MINUTE_MS) });
  for (const tag of [car, card]) {
    const start = await other.begin(tag, addMs(new Date(), -3 * MINUTE_MS), false);
    expect(start.status).not.toBe('Accepted');
    expect(await payerOf(start)).toBe(null);
  }
  at.close();
  other.close();
});

test('a car linked by its next owner is billed to the driver who had linked it when the charge began', async () => {
  await setAutocharge(true);
  const car = newCar();
  const seller = await linkedDriver(car);
  await linkedSince(car, 120);
  await unlink(seller.driver);
  const buyer = await linkedDriver(car);
  const place = await charger();
  expect(await payerOf(await place.begin(car, addMs(new Date(), -60 * MINUTE_MS)))).toBe(seller.driver.id);
  expect(await payerOf(await place.begin(car))).toBe(buyer.driver.id);
  expect((await listed(seller.driver)).tags).toEqual([]);
  for (const { close } of [seller.at, buyer.at, place]) close();
});

test('a driver blocks a card, which then begins no charge and bills no user, and unblocks it', async () => {
  const driver = await addDriver(network, 20_000);
  const tag = `CARD${next()}`;
  const validUntil = new Date('2040-01-01T03:00:00Z');
  await db().insert(idTags).values({ tag, label: 'Cartão 7', userId: driver.id, validUntil });
  const [card] = (await listed(driver)).tags;
  expect(card).toMatchObject({
    kind: 'card',
    label: 'Cartão 7',
    blocked: false,
    validUntil: validUntil.toISOString(),
  });
  const path = { tagId: card?.tagId ?? '' };
  const block = ({ token }: TestDriver, Blocked: boolean) =>
    callApi(network.backend, tagCalls.changeTag, { token, path, body: { Blocked } });
  expect((await block(await addDriver(network, 0), true)).status).toBe(404);
  expect((await block(driver, true)).status).toBe(204);
  const at = await charger();
  expect(await at.recognise(tag)).toBe('Blocked');
  const { transactionId, status } = await at.begin(tag);
  expect(status).toBe('Blocked');
  expect(await db().select().from(transactions).where(eq(transactions.id, transactionId))).toMatchObject([
    { userId: null },
  ]);
  expect((await block(driver, false)).status).toBe(204);
  expect(await at.recognise(tag)).toBe('Accepted');
  // A card can't be forgotten: it is the operator's.
  expect((await callApi(network.backend, tagCalls.deleteTag, { token: driver.token, path })).status).toBe(
    404,
  );
  at.close();
});

test('offers nothing of it while the brand has it switched off', async () => {
  await setAutocharge(true);
  const car = newCar();
  const { driver, at, uvId } = await linkedDriver(car);
  await setAutocharge(false);
  expect(await at.recognise(car)).toBe('Invalid');
  const other = newCar();
  expect(await at.recognise(other)).toBe('Invalid');
  const { transactionId } = await startInApp(at, driver, uvId);
  expect((await listed(driver)).linkable).toEqual([]);
  expect((await link(driver, transactionId)).status).toBe(404);
  at.close();
});
