/** A line of three drivers at a simulated charge point that reserves its connector, in both versions of OCPP. */
import { expect, test } from '@rstest/core';
import { UserWaitingPlace } from '@shared/contract/waiting-line';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { brands, chargePoints, siteBrands, sites } from '../../platform/database/schema.ts';
import { until } from '../../testing/until.ts';
import { setUpNetwork, startAndCharge, unplug } from '../charging/network.testing.ts';

const network = setUpNetwork();
const TURN_MS = 600_000;
type Driver = Awaited<ReturnType<typeof network.driver>>;

const placeOf = async (driver: Driver) =>
  UserWaitingPlace.parse((await driver.call('GET', '/UserWaitingPlace')).body).place;
const turnOf = (driver: Driver) => until('a turn', async () => (await placeOf(driver))?.turn);

/** Adds a charge point at a site of its own, in a brand with lines. */
async function openSite(ocppVersion: '1.6' | '2.0.1') {
  const { db } = network.backend.context;
  const behaviour = { plugAfter: null };
  const charger = await network.charger({ ocppVersion, behaviour, timeScale: 1, followsServer: true });
  const place = { address: '', lat: 0, lng: 0, freeParking: true, private: false, openingHours: [] };
  const { id: siteId } = one(
    await db
      .insert(sites)
      .values({ name: 'Pátio', ...place })
      .returning(),
  );
  const [brand] = await db.update(brands).set({ waitingLine: true }).returning();
  await db.insert(siteBrands).values({ siteId, brandId: brand?.id ?? 0 });
  await db.update(chargePoints).set({ siteId }).where(eq(chargePoints.id, charger.id));
  return { ...charger, siteId };
}

test.each(['1.6', '2.0.1'] as const)(
  'the second of three drivers does not come, and the third one charges at the reserved connector (OCPP %s)',
  async (version) => {
    const { siteId, number, connector, chargePoint } = await openSite(version);
    const [first, ana, bia, caio] = await Promise.all([1, 2, 3, 4].map(() => network.driver()));
    if (!first || !ana || !bia || !caio) throw new Error('no drivers');
    /** The driver starts, plugs in, and charges. */
    async function charge(driver: Driver) {
      connector.plug();
      await startAndCharge(driver, number);
    }
    async function end() {
      connector.stop('Local');
      await unplug({ chargePoint });
    }
    /** The charge point has reserved the connector, and refuses others by itself. */
    async function expectReserved() {
      await until('reserved', () => connector.status === 'Reserved');
      expect(connector.authorize('OUTRO')).toBe('Rejected');
    }
    await charge(first);
    for (const driver of [ana, bia, caio]) {
      const body = { csId: String(siteId), Plug: 'ccs2' };
      await until(
        'joined',
        async () => (await driver.call('POST', '/UserWaitingPlace', body)).status === 201,
      );
    }
    expect(await placeOf(caio)).toMatchObject({ position: 3 });
    await end();

    await turnOf(ana);
    await expectReserved();
    expect(await bia.start(number)).toMatchObject({ status: 'Rejected', info: 'CONNECTOR_RESERVED' });
    expect((await ana.start(number)).status).toBe('Accepted');
    connector.plug();
    await until('out of the line', async () => (await placeOf(ana)) === undefined);
    await until('charging', async () => (await ana.active()).length > 0);
    await end();

    await turnOf(bia);
    await expectReserved();
    network.advanceClock(TURN_MS + 1000);
    await turnOf(caio);
    expect(await placeOf(bia)).toMatchObject({ position: 2, missed: true });
    await until('accepted', async () => (await caio.start(number)).status === 'Accepted');
    connector.plug();
    await until('charging', async () => (await caio.active()).length > 0);
    await until('the first place', async () => (await placeOf(bia))?.position === 1);
    await end();
  },
);
