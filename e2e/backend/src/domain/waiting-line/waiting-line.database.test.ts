/** Drivers who wait in line for the connectors of a site, which the server and the charge points keep for them. */
import { beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { LOW_BALANCE } from '@shared/contract';
import { mayMoveLine, waitingCalls } from '@shared/contract/waiting-line';
import { and, asc, eq, isNull, sql } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import {
  brands,
  chargePoints,
  connectors,
  idTags,
  type LineNoticeKind,
  notices,
  pricePeriods,
  priceProfiles,
  siteBrands,
  sites,
  startAttempts,
  transactions,
  waitingPlaces,
} from '../../platform/database/schema.ts';
import { addMs, HOUR_MS } from '../../platform/time.ts';
import { listenLive } from '../../testing/listen-live.ts';
import { callApi } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { deleteAccount } from '../account-deletion/delete-account.ts';
import { siteBoard } from '../boards/board.ts';
import { connectRaw } from '../charge-points/raw-charge-point.testing.ts';
import {
  addChargePoint,
  addDriver,
  apiClient,
  type Network,
  PRICE,
  setUpClock,
  type TestDriver,
} from '../charging/network.testing.ts';
import { composeNotice } from '../notices/compose-notice.ts';
import { enqueueLineNotice } from '../notices/enqueue.ts';
import { summarize } from '../sites/summary.ts';
import { listConnectors } from '../valet/list-connectors.ts';
import { moveLines } from './change-line.ts';

let network: Network;
let count = 0;
const db = () => network.backend.context.db;
const setOffered = (waitingLine: boolean) =>
  db().update(brands).set({ waitingLine }).where(eq(brands.id, network.brandId));
const clocked = setUpClock();
beforeAll(() => {
  ({ network } = clocked);
});
beforeEach(async () => {
  await setOffered(true);
});
/** Instead of a reply, the charge point disconnects. */
const DISCONNECTS = 'disconnects';

/** A site with one charge point, which replies to commands with a status. */
async function openSite(replies: Record<string, string> = {}) {
  count += 1;
  const id = `LINE-${count}`;
  const code = String(64_000 + count);
  const [site] = await db()
    .insert(sites)
    .values({
      name: `Pátio ${count}`,
      address: '',
      lat: 0,
      lng: 0,
      freeParking: true,
      private: false,
      openingHours: [],
    })
    .returning();
  const siteId = one([site].flatMap((row) => row ?? [])).id;
  await db().insert(siteBrands).values({ siteId, brandId: network.brandId });
  await addChargePoint({ ...network, siteId }, id, code);
  const commands: [string, Record<string, unknown>][] = [];
  async function connect() {
    const opened = await connectRaw(network.backend.url, id, {
      respond(method, params) {
        commands.push([method, { ...Object(params) }]);
        if (replies[method] === DISCONNECTS) connection.socket.terminate();
        return { status: replies[method] ?? 'Accepted' };
      },
    });
    await db().update(chargePoints).set({ online: true }).where(eq(chargePoints.id, id));
    return opened;
  }
  let connection = await connect();
  const isHere = eq(connectors.chargePointId, id);
  const call = async (method: string, payload: object) => (await connection.call(method, payload))[2];
  let meterWh = 0;
  return {
    id,
    siteId,
    number: `${code}-1`,
    commands,
    named: (name: string) => commands.filter(([method]) => method === name).map(([, params]) => params),
    close: () => connection.socket.terminate(),
    /** Waits until the server knows that the charge point disconnected on ReserveNow. */
    disconnected: () =>
      until('disconnected', async () => {
        const rows = await db()
          .select({ hold: connectors.hold, online: chargePoints.online })
          .from(connectors)
          .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
          .where(isHere);
        return rows.every(({ hold, online }) => !online && hold?.reservation?.isKept);
      }),
    async reconnect() {
      replies = {};
      connection = await connect();
    },
    setStatus: (status: 'Available' | 'Preparing' | 'Finishing' | 'Faulted') =>
      db().update(connectors).set({ status }).where(isHere),
    report: (status: string) => call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError' }),
    connector: async () => one(await db().select().from(connectors).where(isHere)),
    move: () => moveLines(network.backend.context),
    /** Waits until the charge point was asked what the present turn requires. */
    reserved: () =>
      until('reserved', async () => {
        const [row] = await db().select().from(connectors).where(isHere);
        return row?.hold?.reservation?.idTag === row?.hold?.turn?.idTag;
      }),
    /** The time of the present turn is over. */
    async endTurn() {
      await db()
        .update(connectors)
        .set({ hold: sql`jsonb_set(${connectors.hold}, '{turn,until}', '1')` })
        .where(isHere);
      await moveLines(network.backend.context);
    },
    async begin(idTag: string) {
      const timestamp = new Date().toISOString();
      const reply = await call('StartTransaction', { connectorId: 1, idTag, meterStart: meterWh, timestamp });
      return reply as { transactionId: number; idTagInfo: { status: string } };
    },
    async stop(transactionId: number) {
      meterWh += 1000;
      await call('StopTransaction', {
        transactionId,
        meterStop: meterWh,
        timestamp: new Date().toISOString(),
      });
    },
  };
}
type Site = Awaited<ReturnType<typeof openSite>>;

const driver = (name: string) => addDriver(network, 5_000, name);
const join = ({ token }: TestDriver, { siteId }: Site, Plug = 'ccs2') =>
  callApi(network.backend, waitingCalls.joinLine, { token, body: { csId: String(siteId), Plug } });
const leave = ({ token }: TestDriver) => callApi(network.backend, waitingCalls.leaveLine, { token });
const placeOf = async ({ token }: TestDriver) =>
  (await callApi(network.backend, waitingCalls.waitingPlace, { token })).response?.place;
const start = async (who: TestDriver, { number }: Site) =>
  (
    await apiClient(network.backend, who).call('POST', '/RemoteStartTransactionRequest', {
      ChargePointID: number,
    })
  ).body;
const lastTag = async (who: TestDriver) =>
  (
    await db()
      .select()
      .from(startAttempts)
      .where(eq(startAttempts.userId, who.id))
      .orderBy(asc(startAttempts.id))
  ).at(-1)?.idTag ?? '';
/** The texts of the notices to a driver that haven't been sent yet and still apply. */
async function noticesTo({ id }: TestDriver) {
  const rows = await db()
    .select()
    .from(notices)
    .where(and(eq(notices.userId, id), isNull(notices.orderId)))
    .orderBy(asc(notices.id));
  const composed = await Promise.all(rows.map((row) => composeNotice(network.backend.context, row)));
  return composed.flatMap((notice) =>
    notice ? [`${notice.message.title.split('· ')[1]}: ${notice.message.body}`] : [],
  );
}

/** Opens a site with a charge at its only connector; the drivers join its line in this order. */
async function busySite(names: string[], replies?: Record<string, string>) {
  const site = await openSite(replies);
  const charging = await driver('carregando');
  await site.setStatus('Available');
  expect(await start(charging, site)).toMatchObject({ status: 'Accepted' });
  const { transactionId } = await site.begin(await lastTag(charging));
  await site.report('Charging');
  const waiting = [];
  for (const name of names) {
    const who = await driver(name);
    expect((await join(who, site)).status).toBe(201);
    waiting.push(who);
  }
  return {
    site,
    waiting: waiting as [TestDriver, TestDriver, TestDriver],
    /** The charge ends, and the car leaves. */
    async free() {
      await site.stop(transactionId);
      await site.report('Available');
      await site.move();
    },
  };
}

test('a driver can wait in line only if the brand offers it and no connector of the plug is free', async () => {
  const site = await openSite();
  const ana = await driver('ana');
  await site.setStatus('Available');
  expect(await join(ana, site)).toMatchObject({ status: 409, code: 'CONNECTOR_FREE' });
  expect(await join(ana, site, 'type2')).toMatchObject({ status: 404, code: 'PLUG_NOT_FOUND' });
  await site.setStatus('Faulted');
  expect(await join(ana, site)).toMatchObject({ status: 404 });
  await site.setStatus('Finishing');
  await setOffered(false);
  expect(await join(ana, site)).toMatchObject({ status: 404 });
  expect(await placeOf(ana)).toBeUndefined();
  await setOffered(true);
  expect((await join(ana, site)).status).toBe(201);
  expect((await join(ana, site)).status).toBe(201);
  expect(await placeOf(ana)).toMatchObject({
    csId: String(site.siteId),
    plug: 'ccs2',
    position: 1,
    missed: false,
  });
  site.close();
});

test("a site that the driver's brand doesn't have has no line for them", async () => {
  const site = await openSite();
  const ana = await driver('ana');
  await site.setStatus('Finishing');
  await db().delete(siteBrands).where(eq(siteBrands.siteId, site.siteId));
  expect(await join(ana, site)).toMatchObject({ status: 404 });
  expect(await placeOf(ana)).toBeUndefined();
  site.close();
});

test('a driver without the credit of a start can wait in line only at a site that has a free charger', async () => {
  const { site } = await busySite(['ana']);
  const bia = await addDriver(network, 499, 'bia');
  expect(await join(bia, site)).toMatchObject({ status: 409, code: LOW_BALANCE });
  expect(await placeOf(bia)).toBeUndefined();
  const [profile] = await db().insert(priceProfiles).values({ name: 'grátis' }).returning();
  const profileId = profile?.id ?? 0;
  await db()
    .insert(pricePeriods)
    .values({ profileId, price: { ...PRICE, priceProfilePeriodFreeCharge: true } });
  await db()
    .update(chargePoints)
    .set({ priceProfileId: profileId })
    .where(eq(chargePoints.siteId, site.siteId));
  expect((await join(bia, site)).status).toBe(201);
  site.close();
});

test('the first driver of a line gets the connector, and the second one if the first does not come', async () => {
  const { site, waiting, free } = await busySite(['ana', 'bia', 'caio']);
  const [ana, bia, caio] = waiting;
  expect(await placeOf(caio)).toMatchObject({ position: 3 });
  await free();
  expect((await placeOf(ana))?.turn).toMatchObject({
    chargePointId: site.id,
    connectorId: '1',
    name: 'Vaga 1',
  });
  expect(await noticesTo(ana)).toEqual([
    expect.stringMatching(/^É a sua vez: .*Vaga 1.*, por 10 minutos, em .*Pátio/),
  ]);
  expect(await start(bia, site)).toMatchObject({ status: 'Rejected', info: 'CONNECTOR_RESERVED' });
  await site.endTurn();
  expect((await placeOf(bia))?.turn).toBeDefined();
  expect(await placeOf(ana)).toMatchObject({ position: 3, missed: true });
  expect(await noticesTo(ana)).toEqual([expect.stringContaining('Sua vez passou')]);
  expect(await start(ana, site)).toMatchObject({ status: 'Rejected', info: 'CONNECTOR_RESERVED' });
  expect(await start(bia, site)).toMatchObject({ status: 'Accepted' });
  await site.begin(await lastTag(bia));
  await site.move();
  expect(await placeOf(bia)).toBeUndefined();
  expect((await placeOf(caio))?.position).toBe(1);
  site.close();
});

test("a notice about a driver's place replaces one that is still to be sent", async () => {
  const site = await openSite();
  const [ana, bia] = [await driver('ana'), await driver('bia')];
  const at = addMs(network.backend.context.now(), HOUR_MS);
  const add = (kind: LineNoticeKind, { id }: TestDriver) =>
    enqueueLineNotice(db(), kind, { siteId: site.siteId, userId: id }, at);
  await add('lineTurn', ana);
  await add('lineTurn', bia);
  await add('lineWaits', ana);
  await add('lineTurn', ana);
  const kindsTo = async ({ id }: TestDriver) =>
    (await db().select().from(notices).where(eq(notices.userId, id))).map(({ kind }) => kind);
  expect(await kindsTo(ana)).toEqual(['lineTurn']);
  expect(await kindsTo(bia)).toEqual(['lineTurn']);
  site.close();
});

test('who misses a second turn is removed from the line, and notified', async () => {
  const { site, waiting, free } = await busySite(['ana']);
  const [ana] = waiting;
  await free();
  await site.endTurn();
  expect(await placeOf(ana)).toMatchObject({ missed: true, turn: { connectorId: '1' } });
  await site.endTurn();
  expect(await placeOf(ana)).toBeUndefined();
  expect(await noticesTo(ana)).toEqual([expect.stringContaining('Você saiu da fila')]);
  expect(await start(await driver('outra'), site)).toMatchObject({ status: 'Accepted' });
  site.close();
});

test('leaving gives the turn to the next driver at once, also from another device', async () => {
  const { site, waiting, free } = await busySite(['ana', 'bia']);
  const [ana, bia] = waiting;
  await free();
  expect((await leave(ana)).status).toBe(204);
  expect(await placeOf(ana)).toBeUndefined();
  expect((await placeOf(bia))?.turn).toBeDefined();
  expect((await leave(ana)).status).toBe(204);
  site.close();
});

test('an account that is deleted while it joins is not kept in the line', async () => {
  const { site } = await busySite([]);
  const ana = await driver('ana');
  const { db: database, watched } = network.backend.context;
  const watching = rs.spyOn(watched, 'watch').mockImplementationOnce(() => deleteAccount(database, ana.id));
  await join(ana, site);
  watching.mockRestore();
  await site.move();
  expect(await db().$count(waitingPlaces, eq(waitingPlaces.userId, ana.id))).toBe(0);
});

test('a connector that fails during a turn leaves its driver in front', async () => {
  const { site, waiting, free } = await busySite(['ana', 'bia']);
  const [ana, bia] = waiting;
  await free();
  await site.report('Faulted');
  await site.move();
  expect(await placeOf(ana)).toMatchObject({ position: 1, missed: false });
  expect((await placeOf(ana))?.turn).toBeUndefined();
  expect(await noticesTo(ana)).toEqual([expect.stringContaining('Você continua no seu lugar da fila')]);
  await site.report('Available');
  await site.move();
  expect((await placeOf(ana))?.turn).toBeDefined();
  expect((await placeOf(bia))?.turn).toBeUndefined();
  site.close();
});

test('a card begins no charge on a connector that is kept for another driver, who can still use their own', async () => {
  const { site, waiting, free } = await busySite(['ana']);
  const [ana] = waiting;
  await free();
  const other = await driver('outro');
  await db().insert(idTags).values({ tag: 'CARTAO-OUTRO', label: 'Cartão', userId: other.id });
  await db().insert(idTags).values({ tag: 'CARTAO-ANA', label: 'Cartão', userId: ana.id });
  const refused = await site.begin('CARTAO-OUTRO');
  expect(refused.idTagInfo.status).toBe('Blocked');
  await site.stop(refused.transactionId);
  await site.report('Available');
  await site.move();
  expect((await placeOf(ana))?.turn).toBeDefined();
  expect((await site.begin('CARTAO-ANA')).idTagInfo.status).toBe('Accepted');
  await site.move();
  expect(await placeOf(ana)).toBeUndefined();
  site.close();
});

test('refuses a start on a connector that becomes free between two rounds while others wait', async () => {
  const { site, waiting } = await busySite(['ana']);
  await db()
    .update(transactions)
    .set({ stoppedAt: new Date() })
    .where(eq(transactions.chargePointId, site.id));
  await site.setStatus('Available');
  const refused = await start(await driver('outro'), site);
  expect(refused).toMatchObject({ status: 'Rejected', info: 'CONNECTOR_RESERVED' });
  await site.move();
  expect((await placeOf(waiting[0]))?.turn).toBeDefined();
  site.close();
});

test('who waits receives a live event of the connector when anybody is given the turn, or loses it', async () => {
  const { site, waiting, free } = await busySite(['ana', 'bia']);
  const [ana, bia] = waiting;
  const { received, close } = await listenLive(network.backend.url, bia.token);
  const changes = async () => received.filter(mayMoveLine).length;
  await free();
  await until('an event', changes);
  expect(await placeOf(bia)).toMatchObject({ position: 2 });
  const before = received.length;
  await leave(ana);
  await until('an event', async () => received.slice(before).some(mayMoveLine));
  expect((await placeOf(bia))?.turn).toBeDefined();
  close();
  site.close();
});

test('boards, site page, search and valets show a kept connector as reserved', async () => {
  const { site, waiting, free } = await busySite(['ana']);
  await free();
  const [row] = await db().select().from(sites).where(eq(sites.id, site.siteId));
  const board = row && (await siteBoard(db(), row));
  expect(board?.connectors).toMatchObject([{ connectorStatus: 'Reserved' }]);
  const shown = async (who: TestDriver) =>
    (await apiClient(network.backend, who).call('GET', `/OnlineConnectorStatus/${site.id}/1`)).body;
  expect(JSON.stringify(await shown(waiting[0]))).toContain('"status":"Available"');
  expect(JSON.stringify(await shown(await driver('outro')))).toContain('"status":"Reserved"');
  const summary = (await summarize(db(), [site.siteId], new Date())).get(site.siteId);
  expect(summary?.chargerSiteStatus).toMatchObject({ available: 0, inUse: 1, reserved: 1 });
  expect(await listConnectors(network.backend.context, site.siteId)).toMatchObject([
    { connectorStatus: 'Reserved' },
  ]);
  site.close();
});

test('live events show a kept connector as free to the driver whose turn it is, and as reserved to others', async () => {
  const { site, waiting, free } = await busySite(['ana']);
  const drivers = [waiting[0], await driver('outro')];
  for (const who of drivers)
    await apiClient(network.backend, who).call('GET', `/SiteConnectors/${site.siteId}`);
  const listeners = await Promise.all(drivers.map(({ token }) => listenLive(network.backend.url, token)));
  const shown = () =>
    listeners.map(({ received }) =>
      received.flatMap((event) => ('connector' in event ? event.connector.status : [])).at(-1),
    );
  await free();
  const isFree = (status: unknown) => status === 'Available' || status === 'Reserved';
  await until('a turn', () => shown().includes('Reserved') && shown().every(isFree));
  expect(shown()).toEqual(['Available', 'Reserved']);
  for (const { close } of listeners) close();
  site.close();
});

test('the charge point reserves the connector for the tag of the start, and the report of it changes nothing', async () => {
  const { site, waiting, free } = await busySite(['ana', 'bia']);
  const [ana, bia] = waiting;
  await free();
  await site.reserved();
  await site.report('Reserved');
  await site.move();
  expect((await placeOf(ana))?.turn).toBeDefined();
  const [reserved] = site.named('ReserveNow');
  expect(reserved).toMatchObject({ connectorId: 1, reservationId: 900_001 });
  await site.endTurn();
  await site.reserved();
  expect(site.named('CancelReservation')).toEqual([{ reservationId: 900_001 }]);
  expect(site.named('ReserveNow')).toHaveLength(2);
  expect(await start(bia, site)).toMatchObject({ status: 'Accepted' });
  expect(await lastTag(bia)).toBe(site.named('ReserveNow')[1]?.idTag);
  await site.begin(await lastTag(bia));
  site.close();
});

test('a second start of the same turn cancels the reservation, which names the tag of the first', async () => {
  const { site, waiting, free } = await busySite(['ana']);
  const [ana] = waiting;
  await free();
  await site.reserved();
  expect(await start(ana, site)).toMatchObject({ status: 'Accepted' });
  await db().update(startAttempts).set({ status: 'expired' }).where(eq(startAttempts.userId, ana.id));
  expect(await start(ana, site)).toMatchObject({ status: 'Accepted' });
  const order = site.commands.map(([method]) => method).filter((method) => /Reserv|RemoteStart/.test(method));
  expect(order.slice(-4)).toEqual([
    'ReserveNow',
    'RemoteStartTransaction',
    'CancelReservation',
    'RemoteStartTransaction',
  ]);
  site.close();
});

test('all cables of an EVSE have one reservation, which a start with another cable cancels if its tag is used', async () => {
  const { site, waiting, free } = await busySite(['ana']);
  const [ana] = waiting;
  const first = await site.connector();
  await db()
    .update(connectors)
    .set({ evseId: 1, evseConnectorId: 1 })
    .where(eq(connectors.chargePointId, site.id));
  const second = { ...first, connectorId: 2, evseId: 1, evseConnectorId: 2, name: 'Vaga 2', hold: null };
  await db()
    .insert(connectors)
    .values({ ...second, status: 'Available' });
  await free();
  await site.reserved();
  expect(site.named('ReserveNow')).toMatchObject([{ connectorId: 1 }]);
  expect(await start(ana, site)).toMatchObject({ status: 'Accepted' });
  await db().update(startAttempts).set({ status: 'expired' }).where(eq(startAttempts.userId, ana.id));
  const other = { ...site, number: site.number.replace(/1$/, '2') };
  expect(await start(ana, other)).toMatchObject({ status: 'Accepted' });
  expect(site.named('CancelReservation')).toHaveLength(1);
  site.close();
});

test('the server keeps the connector by itself if the charge point refuses to reserve it', async () => {
  const { site, waiting, free } = await busySite(['ana', 'bia'], { ReserveNow: 'Rejected' });
  const [ana, bia] = waiting;
  await free();
  await site.reserved();
  expect(site.named('ReserveNow')).toHaveLength(1);
  expect(await start(bia, site)).toMatchObject({ status: 'Rejected', info: 'CONNECTOR_RESERVED' });
  expect((await leave(ana)).status).toBe(204);
  await site.reserved();
  expect(site.named('CancelReservation')).toEqual([]);
  expect(await start(bia, site)).toMatchObject({ status: 'Accepted' });
  site.close();
});

test('a charge point that goes offline instead of replying keeps its driver in front, and gets CancelReservation on its return', async () => {
  const { site, waiting, free } = await busySite(['ana', 'bia'], { ReserveNow: DISCONNECTS });
  const [ana, bia] = waiting;
  await free();
  await site.disconnected();
  await site.move();
  expect(await placeOf(ana)).toMatchObject({ position: 1, missed: false });
  expect((await placeOf(ana))?.turn).toBeUndefined();
  await site.reconnect();
  await site.report('Available');
  await site.move();
  expect((await placeOf(ana))?.turn).toBeDefined();
  expect((await placeOf(bia))?.turn).toBeUndefined();
  await site.reserved();
  const order = site.commands.map(([method]) => method).filter((method) => method.includes('Reserv'));
  expect(order).toEqual(['ReserveNow', 'CancelReservation', 'ReserveNow']);
  site.close();
});

test('a brand that offers no lines any more leaves no connector kept', async () => {
  const { site, waiting, free } = await busySite(['ana']);
  await free();
  await site.reserved();
  await setOffered(false);
  await site.move();
  await site.reserved();
  await site.move();
  expect(await placeOf(waiting[0])).toBeUndefined();
  expect(await db().select().from(waitingPlaces).where(eq(waitingPlaces.siteId, site.siteId))).toEqual([]);
  expect((await site.connector()).hold).toBeNull();
  expect(site.named('CancelReservation')).toHaveLength(1);
  site.close();
});
