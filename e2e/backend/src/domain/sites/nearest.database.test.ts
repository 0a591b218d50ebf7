import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { CURRENTS, PLUGS } from '@shared/contract';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import type { Backend } from '../../app.ts';
import type { Db } from '../../platform/database/database.ts';
import { type SQL, sql } from '../../platform/database/orm.ts';
import { brands } from '../../platform/database/schema.ts';
import { addManySites } from '../../testing/many-sites.ts';
import { startTestBackend } from '../../testing/test-backend.ts';
import { MAX_SITES, nearestSites, type SiteFilter, sitesInCircle } from './nearest.ts';
import type { Place } from './place.ts';

const SAO_PAULO = { lat: -23.56, lng: -46.65 };
let backend: Backend;
let db: Db;
let brandIds: number[] = [];
let everySite: Site[] = [];

/** A site as a full scan reads it: with its brands and the kinds of its connectors. */
interface Site extends Place {
  id: number;
  free: boolean;
  brands: number[];
  kinds: { plug: string; current: string }[];
}

beforeAll(async () => {
  backend = await startTestBackend({ seed: true });
  db = backend.context.db;
  brandIds = (await db.select({ id: brands.id }).from(brands).orderBy(brands.id)).map(({ id }) => id);
  const [first, second] = brandIds;
  await addManySites(db, { count: 9000, around: SAO_PAULO, radiusMetres: 6000, brandId: first });
  await addManySites(db, { count: 1500, around: SAO_PAULO, radiusMetres: 900_000, brandId: second });
  // Around a pole and across the antimeridian.
  await addManySites(db, { count: 300, around: { lat: 89, lng: 0 }, radiusMetres: 100_000 });
  await addManySites(db, { count: 300, around: { lat: -17, lng: 178 }, radiusMetres: 200_000 });
  everySite = (
    await rowsOf<Site>(sql`
      select s.id, s.lat, s.lng, s.free_parking as free,
        (select jsonb_agg(b.brand_id) from site_brands b where b.site_id = s.id) as brands,
        (select coalesce(jsonb_agg(jsonb_build_object('plug', c.plug, 'current', c.current)), '[]')
          from charge_points p join connectors c on c.charge_point_id = p.id where p.site_id = s.id) as kinds
      from sites s`)
  ).map((site) => ({ ...site, brands: site.brands ?? [] }));
});
afterAll(() => backend.close());

/** Returns the rows of plain SQL, with either database. */
async function rowsOf<T>(query: SQL): Promise<T[]> {
  return ((await db.execute(query)) as { rows: T[] }).rows;
}

function metres(a: Place, b: Place): number {
  const radians = Math.PI / 180;
  const half = (angle: number) => Math.sin((angle * radians) / 2) ** 2;
  const h = half(b.lat - a.lat) + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * half(b.lng - a.lng);
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(h)));
}

function scanAll({ brandId, freeParking, plug, current }: SiteFilter, from: Place, within: number) {
  return everySite
    .filter((site) => site.brands.includes(brandId) && (!freeParking || site.free))
    .filter(
      ({ kinds }) =>
        (!plug && !current) ||
        kinds.some((kind) => (!plug || kind.plug === plug) && (!current || kind.current === current)),
    )
    .map((site) => ({ id: site.id, distance: metres(from, site) }))
    .filter(({ distance }) => distance <= within)
    .sort((a, b) => a.distance - b.distance || a.id - b.id)
    .slice(0, MAX_SITES);
}

const degrees = (min: number, max: number) =>
  fc.integer({ min: min * 1e6, max: max * 1e6 }).map((micro) => micro / 1e6);
const near = fc.record({ lat: degrees(-24, -23), lng: degrees(-47, -46) });
const anywhere = fc.record({ lat: degrees(-90, 90), lng: degrees(-180, 180) });
const edgeCases = fc.constantFrom({ lat: 90, lng: 0 }, { lat: 89.5, lng: 170 }, { lat: -17, lng: -179.9 });

test('finds the same sites as a full scan, for any place, radius and filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: near }, anywhere, edgeCases),
      fc.oneof(
        { weight: 2, arbitrary: fc.integer({ min: 10_000, max: 60_000 }) },
        fc.integer({ min: 60_000, max: 30_000_000 }),
      ),
      fc.record({
        brand: fc.nat({ max: 1 }),
        freeParking: fc.option(fc.constant(true), { nil: undefined }),
        plug: fc.option(fc.constantFrom(...PLUGS), { nil: undefined, freq: 1 }),
        current: fc.option(fc.constantFrom(...CURRENTS), { nil: undefined, freq: 1 }),
      }),
      async (from, within, { brand, ...wanted }) => {
        const filter = { brandId: brandIds[brand] ?? 0, ...wanted };
        const found = await nearestSites(db, filter, from, within);
        const expected = scanAll(filter, from, within);
        expect(found.map(({ site }) => site.id)).toEqual(expected.map(({ id }) => id));
        for (const [i, { distance }] of found.entries())
          expect(Math.abs(distance - (expected[i]?.distance ?? 0))).toBeLessThan(0.01);
      },
    ),
    { numRuns: runCount('NEAREST', 40, 2000) },
  );
});

test('uses the index around the place instead of scanning many sites', async () => {
  const [brandId = 0] = brandIds;
  for (const filter of [{ brandId }, { brandId, freeParking: true, plug: 'type2', current: 'AC' } as const]) {
    const query = sitesInCircle(db, filter, SAO_PAULO, 500).getSQL();
    const plan = await rowsOf<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('sites_point');
    expect(text).not.toMatch(/Seq Scan on sites\b/);
  }
});
