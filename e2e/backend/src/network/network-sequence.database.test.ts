/**
 * Applying two files in sequence is the same as applying the second one to an empty database, plus
 * what may not be removed.
 */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { PLUGS, PRODUCT } from '@shared/contract';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import type { Database, Db } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { eq } from '../platform/database/orm.ts';
import { brands, coupons, transactions, userCoupons, users } from '../platform/database/schema.ts';
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { importBrands } from './import-brands.ts';
import { apply, effective, type NetworkInput, readStored, type Stored } from './network.testing.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.options);
  await importBrands(database.db, undefined);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

/** Draws a value of an arbitrary. */
type Draw = fc.GeneratorValue;

const drawSubset = <T>(draw: Draw, all: T[]): T[] => draw(() => fc.subarray(all));
const pick = <T>(draw: Draw, all: T[]): T => draw(() => fc.constantFrom(...all));
const amount = (draw: Draw) => draw(() => fc.integer({ min: 0, max: 300 })) / 100;
const drawBoolean = (draw: Draw) => draw(() => fc.boolean());

const CHARGE_POINTS = ['CP-1', 'CP-2', 'CP-3', 'CP-4'];

function drawPrices(draw: Draw) {
  const later = { validFrom: pick(draw, ['2026-01-01', '2030-05-06T07:00:00Z']), PriceKwh: amount(draw) };
  const byHour = [
    { hours: '00:00-18:00', PriceKwh: amount(draw) },
    { hours: '18:00-24:00', PriceTimeCharging: amount(draw) },
  ];
  const now = drawBoolean(draw) ? byHour : [{ PriceKwh: amount(draw) }];
  return drawBoolean(draw) ? [...now, later] : now;
}

function drawNetwork(draw: Draw): NetworkInput {
  const slugs = drawBoolean(draw) ? [PRODUCT.slug] : [PRODUCT.slug, 'aurora'];
  const prices = ['P1', ...drawSubset(draw, ['P2', 'P3'])];
  const keys = drawSubset(draw, ['s1', 's2', 's3']);
  const models = ['Uno', 'Duo'].map((name, i) => {
    const sockets = Array.from({ length: i + 1 }, () => ({
      plug: pick(draw, [...PLUGS]),
      current: pick(draw, ['AC' as const, 'DC' as const]),
      maxPowerKw: pick(draw, [7.4, 22, 50]),
    }));
    return [name, { manufacturer: pick(draw, ['Voltara', 'Correnteza']), connectors: sockets }] as const;
  });
  const codes = draw(() => fc.shuffledSubarray(['10001', '10002', '10003', '10004'], { minLength: 4 }));
  const points = drawSubset(draw, CHARGE_POINTS).map((id, i) => {
    const model = pick(draw, ['Uno', 'Duo']);
    return {
      id,
      code: codes[i] ?? '',
      model,
      site: pick(draw, ['s1', 's2', 's3']),
      connectors: model === 'Uno' ? ['Vaga 1'] : ['Vaga 1', pick(draw, ['Vaga 2', 'Vaga B'])],
      ...(drawBoolean(draw) && { price: pick(draw, prices) }),
      ...(drawBoolean(draw) && { secret: pick(draw, ['a-secret-of-20-chars', 'b-secret-of-20-chars']) }),
    };
  });
  const sites = keys.map((key) => {
    const site = {
      name: pick(draw, ['Norte', 'Sul']),
      address: 'Rua A, 1',
      lat: amount(draw),
      lng: amount(draw),
      brands: drawSubset(draw, slugs),
      price: pick(draw, prices),
      freeParking: drawBoolean(draw),
      chargePoints: points.flatMap(({ site: at, ...point }) => (at === key ? [point] : [])),
    };
    return [key, site] as const;
  });
  const account = (name: string) => ({ brand: PRODUCT.slug, email: `${name}@example.com`, name });
  const vehicles = keys.length === 0 ? [] : drawSubset(draw, ['AAA1A11', 'BBB2B22', 'CCC3C33']);
  return {
    brands: slugs,
    prices: Object.fromEntries(prices.map((name) => [name, drawPrices(draw)])),
    chargePointModels: Object.fromEntries(models),
    sites: Object.fromEntries(sites),
    coupons: drawSubset(draw, ['C1', 'C2', 'C3']).map((code) => ({
      brand: pick(draw, slugs),
      code,
      value: draw(() => fc.integer({ min: 1, max: 400 })) / 100,
      ...(drawBoolean(draw) && keys.length > 0 && { site: pick(draw, keys) }),
      ...(drawBoolean(draw) && { expires: '2027-01-01' }),
    })),
    valets: drawSubset(draw, ['vera', 'vito']).map((name) => ({
      ...account(name),
      sites: drawBoolean(draw) ? ('all' as const) : drawSubset(draw, keys),
    })),
    operators: drawSubset(draw, ['olga', 'oto']).map(account),
    groups: Object.fromEntries(
      drawSubset(draw, ['staff', 'testers']).map((group) => [
        group,
        drawSubset(draw, ['olga', 'gil']).map(account),
      ]),
    ),
    fleets: drawSubset(draw, ['frida']).map((name) => ({
      ...account(name),
      vehicles: vehicles.map((plate, i) => ({
        plate,
        name: pick(draw, ['Van', 'Kombi']),
        make: 'Fiat',
        model: pick(draw, ['500e', 'e-Scudo']),
        site: pick(draw, keys),
        ...(drawBoolean(draw) && { card: `VAN-${i}` }),
        ...(drawBoolean(draw) && { departure: pick(draw, ['06:30', '18:00']), requiredKwh: 32.5 }),
      })),
    })),
    cards: drawSubset(draw, ['LOOSE-1', 'LOOSE-2']).map((tag) => ({
      tag,
      label: pick(draw, ['Um', 'Dois']),
    })),
  };
}

class Rollback extends Error {}

/** Returns the result of `work` and rolls back its changes. */
async function withRollback<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const results: T[] = [];
  await database.db
    .transaction(async (tx) => {
      results.push(await work(tx));
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
  for (const result of results) return result;
  throw new Error('unreachable');
}

const pointsOf = ({ sites = {} }: NetworkInput) =>
  Object.values(sites).flatMap(({ chargePoints }) => chargePoints);

/** Whether the second file gives a charge point the code of one that stays. */
function collides(first: NetworkInput, second: NetworkInput, stays: (id: string) => boolean): boolean {
  const own = pointsOf(second);
  const kept = pointsOf(first).filter(({ id }) => stays(id) && !own.some((point) => point.id === id));
  return kept.some(({ code }) => own.some((point) => point.code === code));
}

/** A charge point keeps its secret if the file has none. */
function withSecrets(stored: Stored, earlier: Stored): Stored {
  const points = Object.entries(stored.chargePoints).map(([id, point]) => [
    id,
    { ...point, secretHash: point.secretHash ?? earlier.chargePoints[id]?.secretHash ?? null },
  ]);
  return { ...stored, chargePoints: Object.fromEntries(points) };
}

const KINDS = [
  'prices',
  'sites',
  'chargePoints',
  'connectors',
  'coupons',
  'valets',
  'fleet',
  'cards',
  'operators',
] as const;

async function stateAfter(tx: Db, file: NetworkInput): Promise<Stored> {
  await apply(tx, file);
  return readStored(tx);
}

test('without prune, stores the union of both files, with the second overriding the first', async () => {
  await forAnyTwo(async (first, second) => {
    const earlier = await withRollback((tx) => stateAfter(tx, first));
    const secondOnly = await withRollback((tx) => stateAfter(tx, second));
    await withRollback(async (tx) => {
      await apply(tx, first);
      if (collides(first, second, () => true)) {
        await expect(apply(tx, second)).rejects.toThrow("which isn't in the file and stays");
        return;
      }
      const combined = await stateAfter(tx, second);
      const expected = withSecrets(secondOnly, earlier);
      const keys = Object.keys(second.sites ?? {});
      const linked = (
        name: string,
        kind: 'valets' | 'sites',
        field: string,
        isKept: (link: string) => boolean,
      ) => {
        const links = (state: Stored): string[] => [state[kind][name]?.[field] ?? []].flat().map(String);
        return [...links(secondOnly), ...links(earlier).filter(isKept)].sort();
      };
      for (const kind of KINDS) {
        const merged = { ...earlier[kind], ...expected[kind] };
        // Links to what isn't in the second file stay as well.
        for (const name of Object.keys(secondOnly[kind])) {
          if (kind === 'sites')
            merged[name] = {
              ...merged[name],
              brands: linked(name, kind, 'brands', (slug) => !second.brands.includes(slug)),
            };
        }
        if (kind === 'valets')
          for (const { brand, email } of second.valets ?? []) {
            const sites = linked(`${brand}/${email}`, kind, 'sites', (key) => !keys.includes(key));
            merged[`${brand}/${email}`] = { sites };
          }
        const isLinked = ([, thing]: [string, Record<string, unknown>]) =>
          kind !== 'valets' || JSON.stringify(thing.sites) !== '[]';
        expect(combined[kind]).toEqual(Object.fromEntries(Object.entries(merged).filter(isLinked)));
      }
      expect(effective(await apply(tx, second))).toEqual([]);
    });
  });
});

test('with prune, stores only the second file, and retires what charges and users refer to', async () => {
  await forAnyTwo(async (first, second, used) => {
    const earlier = await withRollback((tx) => stateAfter(tx, first));
    const secondOnly = await withRollback((tx) => stateAfter(tx, second));
    await withRollback(async (tx) => {
      await apply(tx, first);
      const usedPoints = pointsOf(first).filter(({ id }) => used.has(id));
      for (const { id } of usedPoints) await addCharge(tx, id);
      await useCoupons(tx, used);
      if (collides(first, second, (id) => used.has(id))) {
        await expect(apply(tx, second, { prune: true })).rejects.toThrow("which isn't in the file and stays");
        return;
      }
      await apply(tx, second, { prune: true });
      const combined = await readStored(tx);
      const expected = withSecrets(secondOnly, earlier);
      for (const kind of KINDS) {
        const names = Object.keys(expected[kind]);
        const storedEntries = Object.fromEntries(names.map((name) => [name, combined[kind][name]]));
        expect(storedEntries).toEqual(expected[kind]);
      }
      const rest = (kind: (typeof KINDS)[number]) =>
        Object.entries(combined[kind]).filter(([name]) => !Object.hasOwn(secondOnly[kind], name));
      for (const [id, point] of rest('chargePoints')) {
        expect(used.has(id)).toBe(true);
        expect(point.secretHash).toBeNull();
      }
      for (const [, connector] of rest('connectors')) expect(connector).toMatchObject({ isRetired: true });
      for (const [, site] of rest('sites')) expect(site.brands).toEqual([]);
      for (const [name, coupon] of rest('coupons')) {
        expect(used.has(name)).toBe(true);
        expect(coupon.active).toBe(false);
      }
      const pricesInUse = rest('chargePoints').map(([, { price }]) => price);
      for (const [name] of rest('prices')) expect(pricesInUse).toContain(name);
      for (const kind of ['valets', 'fleet', 'cards', 'operators'] as const) expect(rest(kind)).toEqual([]);
      expect(effective(await apply(tx, second, { prune: true }))).toEqual([]);
    });
  });
});

function forAnyTwo(check: (first: NetworkInput, second: NetworkInput, used: Set<string>) => Promise<void>) {
  return fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const used = drawSubset(draw, [...CHARGE_POINTS, `${PRODUCT.slug}/C1`, `${PRODUCT.slug}/C2`]);
      await check(drawNetwork(draw), drawNetwork(draw), new Set(used));
    }),
    { numRuns: runCount('NETWORK', 8, 500), endOnFailure: true, includeErrorInReport: true },
  );
}

const addCharge = (tx: Db, chargePointId: string) =>
  tx.insert(transactions).values({
    chargePointId,
    connectorId: 1,
    idTag: 'TEST',
    meterStartWh: 0,
    meterStopWh: 1000,
    startedAt: new Date('2026-01-01T12:00:00Z'),
    stoppedAt: new Date('2026-01-01T13:00:00Z'),
    chargePointStartedAt: new Date('2026-01-01T12:00:00Z'),
  });

async function useCoupons(tx: Db, used: ReadonlySet<string>): Promise<void> {
  const rows = await tx
    .select({ id: coupons.id, code: coupons.code, slug: brands.slug, brandId: brands.id })
    .from(coupons)
    .innerJoin(brands, eq(brands.id, coupons.brandId));
  for (const { id, code, slug, brandId } of rows) {
    if (!used.has(`${slug}/${code}`)) continue;
    const user = { brandId, email: `driver-${code}@example.com`, name: 'Driver' };
    const [driver] = await tx.insert(users).values(user).returning({ id: users.id });
    if (driver) await tx.insert(userCoupons).values({ couponId: id, userId: driver.id });
  }
}
