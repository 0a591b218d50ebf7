/** Charge points that share the power of their site, and those that don't obey. */
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test } from '@rstest/core';
import { WAIT_MS } from '../../../../run/hang-limit.ts';
import { and, eq, inArray, isNull } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectorPower,
  connectors,
  fleetVehicles,
  models,
  siteBrands,
  sites,
  transactions,
  vehicles,
} from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { until } from '../../testing/until.ts';
import { siteBoard } from '../boards/board.ts';
import { fleetPriority } from '../boards/fleet-priority.ts';
import type { Params, SendCall } from '../charge-points/calls.ts';
import { timesOf } from '../charging/charge-periods.ts';
import { type SimulatorOptions, setUpNetwork, startAndCharge, unplug } from '../charging/network.testing.ts';
import { connectorView, loadConnectors } from '../charging/views.ts';
import { sendCommand } from '../operator/send-command.ts';
import { LOCAL_OFFSET_MS } from '../sites/local-time.ts';
import { addCarModels } from '../vehicles/car-models.ts';
import { countOverloads } from './overloads.ts';
import { sharePower } from './share-power.ts';

// The tests advance the clock by more than a lease.
const network = setUpNetwork({ leaseMs: 86_400_000, sharesPower: true });
const VERSIONS = ['1.6', '2.0.1'] as const;
type Charger = Awaited<ReturnType<typeof network.charger>>;
// Otherwise each round would also divide the power of the tests before.
afterEach(async () => {
  const { db } = network.backend.context;
  await db.update(sites).set({ maxPowerKw: null });
  await db.delete(connectorPower);
});

type SiteLimits = Partial<typeof sites.$inferInsert>;

const REAL_TIME = { timeScale: 1, followsServer: true, configuration: { MeterValueSampleInterval: '1' } };

/** Adds a site with charge points of 50 kW. */
async function limitedSite(limits: SiteLimits, chargers: Charger[]) {
  const { backend } = network;
  const { db } = backend.context;
  const [neighbour] = await db
    .select()
    .from(chargePoints)
    .where(eq(chargePoints.id, chargers[0]?.id ?? ''));
  const [first] = await db
    .select()
    .from(sites)
    .where(eq(sites.id, neighbour?.siteId ?? 0));
  const [brand] = await db
    .select()
    .from(siteBrands)
    .where(eq(siteBrands.siteId, first?.id ?? 0));
  if (!first || !brand) throw new Error('there is no site');
  const { id: _, key: __, receivesUnknown: ___, ...fields } = first;
  const site = one(
    await db
      .insert(sites)
      .values({ ...fields, ...limits })
      .returning(),
  );
  await db.insert(siteBrands).values({ siteId: site.id, brandId: brand.brandId });
  await db
    .update(chargePoints)
    .set({ siteId: site.id })
    .where(
      inArray(
        chargePoints.id,
        chargers.map(({ id }) => id),
      ),
    );
  return site.id;
}

async function addChargers(ocppVersion: '1.6' | '2.0.1', count: number, options: SimulatorOptions = {}) {
  const chargers: Charger[] = [];
  while (chargers.length < count)
    chargers.push(await network.charger({ ...REAL_TIME, ocppVersion, ...options }));
  return chargers;
}

/** Waits until every charge at a connected charge point has been measured at the present time. */
async function measured() {
  const { db, now } = network.backend.context;
  const since = now();
  network.passTime(SECOND_MS);
  await until('measurements', async () => {
    const rows = await db
      .select({ sampledAt: transactions.sampledAt })
      .from(transactions)
      .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
      .where(and(isNull(transactions.stoppedAt), eq(chargePoints.online, true)));
    return rows.every(({ sampledAt }) => sampledAt && sampledAt >= since);
  });
}

/** Waits for every reply, however slow the machine is. */
const sendCall: SendCall = (id, method, params) => network.backend.sendCall(id, method, params, WAIT_MS);

/** Sends limits until they have settled. */
async function settle(rounds = 4) {
  const { context } = network.backend;
  for (let round = 0; round < rounds; round++) {
    await measured();
    await sharePower(context, sendCall);
    network.advanceClock(31_000);
  }
}
const offered = (chargers: Charger[]) => chargers.map(({ connector }) => connector.offeredW);

/** Sends limits until the charge points offer this, in watts. How many rounds it takes depends on the machine. */
const settleAt = (chargers: Charger[], watts: number[]) =>
  until(`offers of ${watts} W`, async () => {
    await settle(1);
    return isDeepStrictEqual(offered(chargers), watts);
  });
async function charge(charger: Charger) {
  const driver = await network.driver();
  const transactionId = await startAndCharge(driver, charger.number);
  return { driver, transactionId };
}

test.each(VERSIONS)(
  'two cars share the power of their site, and the last one gets all of it (OCPP %s)',
  async (version) => {
    const chargers = await addChargers(version, 3);
    await limitedSite({ maxPowerKw: 60 }, chargers);
    await settleAt(chargers, [20_000, 20_000, 20_000]);
    const [first, second, third] = chargers;
    if (!first || !second || !third) throw new Error('there are no charge points');
    await charge(first);
    await settleAt([first], [50_000]);
    await charge(second);
    await settleAt(chargers, [30_000, 30_000, 0]);
    await untilSharedPowerIs(second, { limitKW: 30, maxKW: 50, waits: false });
    await until('a measurement', () => second.connector.watts === 30_000);
    await unplug(first);
    await until('the end', () => first.connector.charge === undefined);
    await until('the end to be stored', async () => (await openCharges([first])) === 0);
    await until('all power', async () => {
      await settle(1);
      return second.connector.offeredW === 50_000;
    });
    await untilSharedPowerIs(second, undefined);
  },
);

/** Returns what the app shows the driver of the limit. */
async function sharedPowerAt({ id }: Charger) {
  const { db, now } = network.backend.context;
  const row = one(await loadConnectors(db, eq(connectors.chargePointId, id)));
  return connectorView(row, row.transaction?.userId ?? 0, now()).transaction?.sharedPower;
}

/** A car that has waited counts as fed after the round in which its charge point accepts more. */
const untilSharedPowerIs = (charger: Charger, wanted: Awaited<ReturnType<typeof sharedPowerAt>>) =>
  until(`shared power of ${JSON.stringify(wanted)}`, async () => {
    await settle(1);
    return isDeepStrictEqual(await sharedPowerAt(charger), wanted);
  });

const openCharges = async (chargers: Charger[]) => {
  const rows = await network.backend.context.db
    .select({ stoppedAt: transactions.stoppedAt })
    .from(transactions)
    .where(
      inArray(
        transactions.chargePointId,
        chargers.map(({ id }) => id),
      ),
    );
  return rows.filter(({ stoppedAt }) => stoppedAt === null).length;
};

test.each(VERSIONS)(
  'a charge point that rejects its limits gets all that it can draw, and the other one the rest (OCPP %s)',
  async (version) => {
    const [refusing] = await addChargers(version, 1, { behaviour: { rejectProfiles: true } });
    const [obeying] = await addChargers(version, 1);
    if (!refusing || !obeying) throw new Error('there are no charge points');
    await limitedSite({ maxPowerKw: 60 }, [refusing, obeying]);
    await Promise.all([charge(refusing), charge(obeying)]);
    await settleAt([refusing, obeying], [50_000, 10_000]);
  },
);

test.each(VERSIONS)(
  'a charge point that accepts its limits and ignores them counts at all that it can draw once it is measured (OCPP %s)',
  async (version) => {
    const [ignoring] = await addChargers(version, 1, { behaviour: { ignoreProfiles: true } });
    const [obeying] = await addChargers(version, 1);
    if (!ignoring || !obeying) throw new Error('there are no charge points');
    await limitedSite({ maxPowerKw: 60 }, [ignoring, obeying]);
    await Promise.all([charge(ignoring), charge(obeying)]);
    await settle(1);
    const { db } = network.backend.context;
    await until('a measurement', async () => {
      const [row] = await db.select().from(connectors).where(eq(connectors.chargePointId, ignoring.id));
      return (row?.powerW ?? 0) > 40_000;
    });
    await settleAt([ignoring, obeying], [50_000, 10_000]);
  },
);

test('counts a limit as exceeded while it is measured so, or could be', async () => {
  const [rejecting] = await addChargers('1.6', 1, { behaviour: { rejectProfiles: true } });
  if (!rejecting) throw new Error('there is no charge point');
  const { db, now } = network.backend.context;
  const before = await countOverloads(db, now());
  const siteId = await limitedSite({ maxPowerKw: 60 }, [rejecting]);
  const added = async () => {
    const { measured, possible } = await countOverloads(db, now());
    return { measured: measured - before.measured, possible: possible - before.possible };
  };
  expect(await added()).toEqual({ measured: 0, possible: 0 });
  await db.update(sites).set({ maxPowerKw: 40 }).where(eq(sites.id, siteId));
  expect(await added()).toEqual({ measured: 0, possible: 1 });
  await charge(rejecting);
  await until('a measured overload', async () => (await added()).measured === 1);
});

test.each(VERSIONS)(
  'a charge point that is offline keeps what it has until that ends, and gets its part again when it returns (OCPP %s)',
  async (version) => {
    const chargers = await addChargers(version, 2);
    const [away, present] = chargers;
    if (!away || !present) throw new Error('there are no charge points');
    await limitedSite({ maxPowerKw: 60 }, chargers);
    await charge(away);
    await settleAt([away], [50_000]);
    await away.chargePoint.goOffline();
    const { db } = network.backend.context;
    const isOnline = async () =>
      (await db.select().from(chargePoints).where(eq(chargePoints.id, away.id)))[0]?.online;
    await until('offline', async () => (await isOnline()) === false);
    await charge(present);
    await settleAt(chargers, [50_000, 10_000]);
    // More than the time for which a raise holds.
    network.advanceClock(6 * 60_000);
    await settleAt([present], [30_000]);
    away.chargePoint.start();
    await until('online', isOnline);
    await settleAt(chargers, [30_000, 30_000]);
  },
);

/** Makes the charging cars a fleet of the site: one of them departs in half an hour. */
async function addFleet(siteId: number, chargers: Charger[], departing: Charger) {
  const { db, now } = network.backend.context;
  const departsAt = addMs(now(), LOCAL_OFFSET_MS + 30 * MINUTE_MS);
  await addCarModels(db);
  const [model] = await db.select().from(models).where(eq(models.batteryKwh, 78));
  for (const [i, charger] of chargers.entries()) {
    const isOwn = eq(transactions.chargePointId, charger.id);
    const { id, userId } = one(await db.select().from(transactions).where(isOwn));
    const row = { userId: userId ?? 0, modelId: model?.id ?? 0, name: `Van ${i}`, plate: `VAN${i}A00` };
    const { id: vehicleId } = one(await db.insert(vehicles).values(row).returning());
    await db.insert(fleetVehicles).values({
      vehicleId,
      siteId,
      ...(charger === departing && { departure: departsAt.toISOString().slice(11, 16), requiredKwh: 40 }),
    });
    await db.update(transactions).set({ vehicleId }).where(eq(transactions.id, id));
  }
}

/** Plugs in a car with a battery of this charge, in percent, and starts its charge. */
async function chargeAt(charger: Charger, soc: number) {
  charger.chargePoint.connector(1).plug({ soc });
  await charge(charger);
}

// What is shared doesn't depend on the version, so each has one policy.
test('eight cars on 60 kW all charge, the emptiest battery with what the others leave (OCPP 1.6)', async () => {
  const chargers = await addChargers('1.6', 8);
  await limitedSite({ maxPowerKw: 60, powerPolicy: 'battery' }, chargers);
  await settle(1);
  await Promise.all(chargers.map((charger, i) => chargeAt(charger, 45 - i * 5)));
  await settleAt(chargers, [5000, 5000, 5000, 5000, 5000, 5000, 5000, 25_000]);
  const emptiest = chargers.slice(-1);
  for (const charger of emptiest) await unplug(charger);
  await until('the end to be stored', async () => (await openCharges(emptiest)) === 0);
  await settleAt(chargers, [5000, 5000, 5000, 5000, 5000, 5000, 30_000, 0]);
});

test("eight cars on 60 kW follow the order of the fleet's board, the one that departs soon first (OCPP 2.0.1)", async () => {
  const chargers = await addChargers('2.0.1', 8);
  const [fullest] = chargers;
  if (!fullest) throw new Error('there are no charge points');
  const siteId = await limitedSite({ maxPowerKw: 60, powerPolicy: 'battery' }, chargers);
  await settle(1);
  await Promise.all(chargers.map((charger, i) => chargeAt(charger, 45 - i * 5)));
  await addFleet(siteId, chargers, fullest);
  await settleAt(chargers, [25_000, 5000, 5000, 5000, 5000, 5000, 5000, 5000]);
  const { db, now } = network.backend.context;
  const site = one(await db.select().from(sites).where(eq(sites.id, siteId)));
  const fleetNow = async () => (await fleetPriority(db, site, now())).fleetVehicles ?? [];
  const order = [0, 7, 6, 5, 4, 3, 2, 1].map((i) => `VAN${i}A00`);
  await until('the board', async () =>
    isDeepStrictEqual(
      (await fleetNow()).map(({ uvLicencePlate }) => uvLicencePlate),
      order,
    ),
  );
  const [departing, ...others] = await fleetNow();
  expect(departing).toMatchObject({ readyAt: expect.any(String), readiness: 'late' });
  expect(others.map(({ readiness }) => readiness)).toEqual(Array(7).fill(undefined));
  await unplug(fullest);
  await until('the end to be stored', async () => (await openCharges([fullest])) === 0);
  await settleAt(chargers, [0, 5000, 5000, 5000, 5000, 5000, 5000, 30_000]);
});

test.each(VERSIONS)(
  'charge points at one breaker keep its limit while one of them is offline, and when it returns (OCPP %s)',
  async (version) => {
    const chargers = await addChargers(version, 3);
    const [away, present] = chargers;
    if (!away || !present) throw new Error('there are no charge points');
    const { db } = network.backend.context;
    await limitedSite({ maxPowerKw: 150, powerGroups: { quadro: 30 } }, chargers);
    const behind = [away, present];
    const behindIds = behind.map(({ id }) => id);
    await db.update(chargePoints).set({ powerGroup: 'quadro' }).where(inArray(chargePoints.id, behindIds));
    await settle(1);
    const settleWithin = (watts: number[]) =>
      until(`offers of ${watts} W`, async () => {
        await settle(1);
        const sum = offered(behind).reduce((total, one) => total + one, 0);
        expect(sum).toBeLessThanOrEqual(30_000);
        return isDeepStrictEqual(offered(chargers), watts);
      });
    await charge(away);
    await settleWithin([30_000, 0, 50_000]);
    await away.chargePoint.goOffline();
    const isOnline = async () =>
      (await db.select().from(chargePoints).where(eq(chargePoints.id, away.id)))[0]?.online;
    await until('offline', async () => (await isOnline()) === false);
    await charge(present);
    await settleWithin([30_000, 0, 50_000]);
    // More than the time for which a raise holds.
    network.advanceClock(6 * 60_000);
    await settleWithin([15_000, 15_000, 50_000]);
    away.chargePoint.start();
    await until('online', isOnline);
    await settleWithin([15_000, 15_000, 50_000]);
  },
);

test('two servers that decide at the same time never grant more than the limit together', async () => {
  const chargers = await addChargers('1.6', 3);
  await limitedSite({ maxPowerKw: 60 }, chargers);
  await settle();
  await Promise.all(chargers.map(charge));
  const { context } = network.backend;
  for (let round = 0; round < 4; round++) {
    await Promise.all([sharePower(context, sendCall), sharePower(context, sendCall)]);
    expect(offered(chargers).reduce((sum, watts) => sum + watts, 0)).toBeLessThanOrEqual(60_000);
    network.advanceClock(31_000);
  }
  await settleAt(chargers, [20_000, 20_000, 20_000]);
});

test('a car that waits for power is never billed as idle, although its charge point says that the car pauses', async () => {
  const chargers = await addChargers('1.6', 2);
  const [first, second] = chargers;
  if (!first || !second) throw new Error('there are no charge points');
  const siteId = await limitedSite({ maxPowerKw: 6, powerPolicy: 'first' }, chargers);
  await settle();
  const charges = [await charge(first), await charge(second)];
  await until('power for one of them', async () => {
    await settle(1);
    const [least = 0, most = 0] = offered(chargers).sort((one, other) => one - other);
    return least === 0 && most >= 5000;
  });
  const [waiting, charging] = first.connector.offeredW === 0 ? [first, second] : [second, first];
  // What each car does is noticed with the next decision.
  await until('a wait', async () => {
    await settle(1);
    const both = [await sharedPowerAt(waiting), await sharedPowerAt(charging)];
    return isDeepStrictEqual(
      both.map((shown) => shown?.waits),
      [true, false],
    );
  });
  const [site] = await network.backend.context.db.select().from(sites).where(eq(sites.id, siteId));
  if (!site) throw new Error('there is no site');
  const board = await siteBoard(network.backend.context.db, site);
  expect(board.sharedPower).toEqual({ maxKW: 6, usedKW: expect.any(Number) });
  expect(board.connectors?.map(({ waitsForPower }) => waitsForPower)).toEqual(
    chargers.map((one) => (one === waiting ? true : undefined)),
  );
  const { transactionId } = charges[waiting === first ? 0 : 1] ?? { transactionId: 0 };
  const rowOf = async () => {
    const { db } = network.backend.context;
    return one(await db.select().from(transactions).where(eq(transactions.id, transactionId)));
  };
  waiting.connector.pause('EV');
  await until('idle', async () => (await rowOf()).suspendedAt !== null);
  network.advanceClock(60_000);
  const times = timesOf(await rowOf(), network.backend.context.now());
  expect(times.overstaySeconds).toBe(0);
  expect(times.excluded).toEqual([{ cause: 'power', seconds: expect.any(Number) }]);
  waiting.connector.pause(undefined);
  await until('its turn', async () => {
    await settle(1);
    return waiting.connector.offeredW >= 5000;
  });
  await until('the end of the pause', async () => {
    await settle(1);
    const pause = (await rowOf()).exclusions.find(({ cause }) => cause === 'power');
    return typeof pause?.to === 'number';
  });
});

/** Returns what the server remembers to have sent to charge points. */
function statesOf(chargers: Charger[]) {
  const ids = chargers.map(({ id }) => id);
  const { db } = network.backend.context;
  return db.select().from(connectorPower).where(inArray(connectorPower.chargePointId, ids));
}

test('a site without a limit sends no profiles, and one that loses its limit removes them', async () => {
  const chargers = await addChargers('1.6', 2);
  const siteId = await limitedSite({}, chargers);
  await Promise.all(chargers.map(charge));
  await settleAt(chargers, [50_000, 50_000]);
  const { db } = network.backend.context;
  expect(await statesOf(chargers)).toEqual([]);
  await db.update(sites).set({ maxPowerKw: 60 }).where(eq(sites.id, siteId));
  await settleAt(chargers, [30_000, 30_000]);
  await db.update(sites).set({ maxPowerKw: null }).where(eq(sites.id, siteId));
  await settleAt(chargers, [50_000, 50_000]);
  expect(await statesOf(chargers)).toEqual([]);
});

test('limits are enforced only while that is switched on, and those that were sent are removed', async () => {
  const { options } = network.backend.context;
  const chargers = await addChargers('1.6', 2);
  await limitedSite({ maxPowerKw: 60 }, chargers);
  await Promise.all(chargers.map(charge));
  await settleAt(chargers, [30_000, 30_000]);
  options.sharesPower = false;
  try {
    await settleAt(chargers, [50_000, 50_000]);
    expect(await statesOf(chargers)).toEqual([]);
  } finally {
    options.sharesPower = true;
  }
});

test('a charge point that never connected takes nothing from the others', async () => {
  const chargers = await addChargers('1.6', 1);
  const [charger] = chargers;
  if (!charger) throw new Error('there is no charge point');
  const siteId = await limitedSite({ maxPowerKw: 60 }, chargers);
  const { db } = network.backend.context;
  await db.update(chargePoints).set({ siteId }).where(eq(chargePoints.id, 'NEIGHBOUR'));
  await charge(charger);
  await settleAt(chargers, [50_000]);
});

test('a charge point gets its limit again after an operator has cleared its profiles', async () => {
  const chargers = await addChargers('1.6', 2);
  const [first, second] = chargers;
  if (!first || !second) throw new Error('there are no charge points');
  await limitedSite({ maxPowerKw: 60 }, chargers);
  await Promise.all(chargers.map(charge));
  await settle();
  const { context } = network.backend;
  await sendCommand(context, sendCall, first.id, 0, { command: 'ClearChargingProfile' });
  expect(offered(chargers)).toEqual([50_000, 30_000]);
  await sharePower(context, sendCall);
  expect(first.connector.offeredW).toBeLessThanOrEqual(30_000);
  await settleAt(chargers, [30_000, 30_000]);
});

/** Returns a `sendCall` that keeps what was sent, and how many calls ran at a time at most. */
function observed() {
  const calls: { id: string; method: string; params: Params }[] = [];
  let running = 0;
  const seen = { calls, most: 0 };
  const send: SendCall = async (id, method, params) => {
    calls.push({ id, method, params });
    running++;
    if (method === 'ClearChargingProfile') seen.most = Math.max(seen.most, running);
    const result = await sendCall(id, method, params, WAIT_MS);
    running--;
    return result;
  };
  return { send, seen };
}

test('charge points without a limit are released together, after the others have got their power', async () => {
  const released = await addChargers('1.6', 2);
  const siteId = await limitedSite({ maxPowerKw: 60 }, released);
  const { context } = network.backend;
  await settle();
  const limited = await addChargers('1.6', 1);
  await context.db.update(sites).set({ maxPowerKw: null }).where(eq(sites.id, siteId));
  await limitedSite({ maxPowerKw: 60 }, limited);
  const { send, seen } = observed();
  await sharePower(context, send);
  const sentTo = (method: string) =>
    new Set(seen.calls.filter((call) => call.method === method).map(({ id }) => id)).size;
  expect([sentTo('ClearChargingProfile'), sentTo('SetChargingProfile')]).toEqual([2, 1]);
  const methods = seen.calls.map(({ method }) => method);
  expect(methods.indexOf('ClearChargingProfile')).toBeGreaterThan(methods.lastIndexOf('SetChargingProfile'));
  expect(seen.most).toBe(2);
  expect(await statesOf(released)).toEqual([]);
});

test('a changed limit of the site reaches a charge point as a whole although its share stays the same', async () => {
  const chargers = await addChargers('1.6', 1);
  const siteId = await limitedSite({ maxPowerKw: 120 }, chargers);
  await settle();
  const { context } = network.backend;
  await context.db.update(sites).set({ maxPowerKw: 110 }).where(eq(sites.id, siteId));
  const { send, seen } = observed();
  // Profiles are sent again in this time.
  network.advanceClock(11 * 60_000);
  await sharePower(context, send);
  expect(seen.calls.map(({ params }) => params)).toContainEqual(
    expect.objectContaining({
      connectorId: 0,
      csChargingProfiles: expect.objectContaining({
        chargingProfilePurpose: 'ChargePointMaxProfile',
        chargingSchedule: expect.objectContaining({
          chargingSchedulePeriod: [{ startPeriod: 0, limit: 110_000 }],
        }),
      }),
    }),
  );
});

test('the overstay of a full car is billed while others have its power, and a car that waits has done so since its start', async () => {
  const chargers = await addChargers('1.6', 2);
  const [full, hungry] = chargers;
  if (!full || !hungry) throw new Error('there are no charge points');
  await limitedSite({ maxPowerKw: 6, powerPolicy: 'first' }, chargers);
  await settle();
  const { db, now } = network.backend.context;
  const { transactionId } = await charge(full);
  await until('all power', async () => {
    await settle(1);
    return full.connector.offeredW === 6000 && hungry.connector.offeredW === 0;
  });
  for (let round = 0; round < 2; round++) {
    network.advanceClock(4 * 60_000);
    await settle(1);
  }
  const later = await charge(hungry);
  const rowOf = async (id: number) =>
    one(await db.select().from(transactions).where(eq(transactions.id, id)));
  const pauseOf = (row: typeof transactions.$inferSelect) =>
    row.exclusions.find(({ cause }) => cause === 'power');
  await until('a pause', async () => {
    await settle(1);
    return pauseOf(await rowOf(later.transactionId)) !== undefined;
  });
  const row = await rowOf(later.transactionId);
  expect(pauseOf(row)?.from).toBeGreaterThanOrEqual(row.startedAt.getTime());
  full.connector.pause('EV');
  await until('idle', async () => (await rowOf(transactionId)).suspendedAt !== null);
  await until('all power', async () => {
    network.advanceClock(2 * 60_000);
    await settle(1);
    const { turn } = (await statesOf([full]))[0]?.state ?? {};
    return turn?.car === 'resting' && hungry.connector.offeredW >= 5000;
  });
  const before = (await rowOf(transactionId)).exclusions;
  const idleSeconds = async () => timesOf(await rowOf(transactionId), now()).overstaySeconds;
  const overstay = await idleSeconds();
  for (let round = 0; round < 4; round++) {
    network.advanceClock(3 * 60_000);
    await settle(1);
    expect(full.connector.offeredW).toBe(0);
  }
  expect((await rowOf(transactionId)).exclusions).toEqual(before);
  expect(await idleSeconds()).toBeGreaterThanOrEqual(overstay + 12 * 60);
});
