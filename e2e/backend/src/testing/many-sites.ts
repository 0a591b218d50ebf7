/** Generates any number of sites, for size tests and benchmarks. */

import type { Place } from '../domain/sites/place.ts';
import type { Db } from '../platform/database/database.ts';
import { sql } from '../platform/database/orm.ts';
import { brands } from '../platform/database/schema.ts';

export interface GeneratedSites {
  count: number;
  /** Centre of the circle over which they are spread evenly. */
  around: Place;
  radiusMetres: number;
  /** The only brand that shows them; all brands by default. */
  brandId?: number | undefined;
}

/** Angle between successive seeds of a sunflower, which fill a circle evenly. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Adds sites deterministically, 10,000 in a few seconds: each with one charge point of an AC and a
 * DC connector, some offline or charging. One in 10 has free parking, one in 50 a CHAdeMO plug.
 */
export async function addManySites(
  db: Db,
  { count, around, radiusMetres, brandId }: GeneratedSites,
): Promise<void> {
  const metresPerDegree = 111_195;
  await db.execute(sql`
    with profile as (
      insert into price_profiles (name) values ('Malha') returning id
    ), period as (
      insert into price_periods (profile_id, price) select id, '{"PriceKwh": 1.95}'::jsonb from profile
    ), seed as (
      select i, ${radiusMetres}::float8 * sqrt((i - 0.5) / ${count}::float8) as distance, i * ${GOLDEN_ANGLE}::float8 as angle
      from generate_series(1, ${count}::int) i
    ), created_site as (
      insert into sites (name, address, lat, lng, free_parking, private, opening_hours)
      select 'Ponto ' || i, 'Rua Projetada, ' || i,
        ${around.lat}::float8 + distance * cos(angle) / ${metresPerDegree}::float8,
        ${around.lng}::float8 + distance * sin(angle) / ${metresPerDegree * Math.cos((around.lat * Math.PI) / 180)}::float8,
        i % 10 = 0, i % 7 = 0,
        (select jsonb_agg('{"isOpen": true, "from": "00:00", "to": "23:59"}'::jsonb) from generate_series(1, 7))
      from seed
      returning id
    ), branded as (
      insert into site_brands (site_id, brand_id)
      select created_site.id, ${brands.id} from created_site, ${brands}
      where ${brandId === undefined ? sql`true` : sql`${brands.id} = ${brandId}`}
    ), points as (
      insert into charge_points (id, site_id, code, manufacturer, model, max_power_kw, price_profile_id, online)
      select 'MANY' || created_site.id, created_site.id, 'M' || created_site.id, 'Malha', 'Duplo', 60, profile.id, created_site.id % 9 <> 0
      from created_site, profile
      returning id, site_id
    )
    insert into connectors (charge_point_id, connector_id, name, plug, current, max_power_kw, status)
    select points.id, n, 'Vaga ' || n,
      case when n = 1 then 'type2' when site_id % 50 = 0 then 'chademo' else 'ccs2' end,
      case when n = 1 then 'AC' else 'DC' end,
      case when n = 1 then 22 else 60 end,
      case when site_id % 3 = 0 then 'Charging' else 'Available' end
    from points, generate_series(1, 2) n`);
  // Autovacuum does this on a server after a while; queries need current statistics immediately.
  await db.execute(sql`analyze sites, site_brands, charge_points, connectors`);
}
