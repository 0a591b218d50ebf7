/** Test helpers: networks from objects, and the stored network without ids. */
import { PRODUCT } from '@shared/contract';
import { stringify } from 'yaml';
import type * as z from 'zod/mini';
import type { Db } from '../platform/database/database.ts';
import { eq, sql } from '../platform/database/orm.ts';
import {
  brands,
  chargePoints,
  connectors,
  coupons,
  fleetVehicles,
  idTags,
  manufacturers,
  models,
  operators,
  pricePeriods,
  priceProfiles,
  siteBrands,
  sites,
  siteValets,
  users,
  vehicles,
} from '../platform/database/schema.ts';
import { applyNetwork } from './apply-network.ts';
import { type Change, formatChange, isEffective } from './changes.ts';
import { readBuiltBrands } from './import-brands.ts';
import type { NetworkFile } from './network-file.ts';
import { type Network, parseNetwork } from './read-network.ts';

export type NetworkInput = z.input<typeof NetworkFile>;

/** Returns a network as if it had been read from a file without pictures. */
export function networkOf(input: NetworkInput): Network {
  return { ...parseNetwork(stringify(input), 'network.yaml').file, pictures: new Map() };
}

const workspaceBrands = readBuiltBrands(undefined);

/** Applies a network, and returns the changes. */
export async function apply(db: Db, input: NetworkInput, { prune = false, now = new Date() } = {}) {
  const { found: brandsOnDisk } = await workspaceBrands;
  return applyNetwork(db, networkOf(input), { brandsOnDisk, prune, now });
}

export const linesOf = (changes: Change[]) => changes.map(formatChange);
export const effective = (changes: Change[]) => linesOf(changes.filter(isEffective));

/** Returns a network of one site and one charge point with two connectors. */
export function smallNetwork() {
  return {
    brands: [PRODUCT.slug, { slug: 'aurora', guestCharge: true, autocharge: true, waitingLine: true }],
    openingHours: { office: { daily: '07:00-20:00', saturday: '08:00-14:00', sunday: 'closed' } },
    prices: { 'Por kWh': [{ PriceKwh: 1.9 }] },
    chargePointModels: {
      'Mista 60': {
        manufacturer: 'Correnteza',
        connectors: [
          { plug: 'ccs2' as const, current: 'DC' as const, maxPowerKw: 60 },
          { plug: 'type2' as const, current: 'AC' as const, maxPowerKw: 22 },
        ],
      },
    },
    sites: {
      centro: {
        name: 'Centro',
        address: 'Rua A, 1 - Sé, São Paulo - SP',
        lat: -23.55,
        lng: -46.63,
        brands: [PRODUCT.slug],
        hours: 'office',
        price: 'Por kWh',
        chargePoints: [chargePoint('CP-1', '10001')],
      },
    },
  };
}

export const chargePoint = (id: string, code: string) => ({
  id,
  code,
  model: 'Mista 60',
  connectors: ['Vaga 1', 'Vaga 2'],
});

/** Rows of one kind by their name. */
type RowsByName = Record<string, Record<string, unknown>>;
export type Stored = Record<keyof Awaited<ReturnType<typeof readStored>>, RowsByName>;

/** Returns the stored network with names instead of ids. */
export async function readStored(db: Db) {
  const siteName = sql<string>`coalesce(${sites.key}, ${sites.name})`;
  const plate = vehicles.plate;
  const owner = sql<string>`${brands.slug} || '/' || ${users.email}`;
  const [
    profiles,
    periods,
    siteRows,
    shown,
    points,
    sockets,
    couponRows,
    valets,
    fleet,
    cards,
    operatorRows,
  ] = [
    await db.select().from(priceProfiles),
    await db
      .select()
      .from(pricePeriods)
      .orderBy(sql`${pricePeriods.validFrom} nulls first`, pricePeriods.fromMinute),
    await db.select().from(sites),
    await db
      .select({ siteId: siteBrands.siteId, slug: brands.slug })
      .from(siteBrands)
      .innerJoin(brands, eq(brands.id, siteBrands.brandId))
      .orderBy(brands.slug),
    await db
      .select({ point: chargePoints, site: siteName, price: priceProfiles.name })
      .from(chargePoints)
      .innerJoin(sites, eq(sites.id, chargePoints.siteId))
      .innerJoin(priceProfiles, eq(priceProfiles.id, chargePoints.priceProfileId)),
    await db.select().from(connectors),
    await db
      .select({ coupon: coupons, slug: brands.slug, site: sites.key })
      .from(coupons)
      .innerJoin(brands, eq(brands.id, coupons.brandId))
      .leftJoin(sites, eq(sites.id, coupons.siteId)),
    await db
      .select({ owner, site: siteName })
      .from(siteValets)
      .innerJoin(sites, eq(sites.id, siteValets.siteId))
      .innerJoin(users, eq(users.id, siteValets.userId))
      .innerJoin(brands, eq(brands.id, users.brandId))
      .orderBy(siteName),
    await db
      .select({
        owner,
        plate,
        name: vehicles.name,
        make: manufacturers.name,
        model: models.name,
        site: siteName,
        departure: fleetVehicles.departure,
        requiredKwh: fleetVehicles.requiredKwh,
      })
      .from(fleetVehicles)
      .innerJoin(vehicles, eq(vehicles.id, fleetVehicles.vehicleId))
      .innerJoin(models, eq(models.id, vehicles.modelId))
      .innerJoin(manufacturers, eq(manufacturers.id, models.manufacturerId))
      .innerJoin(sites, eq(sites.id, fleetVehicles.siteId))
      .innerJoin(users, eq(users.id, vehicles.userId))
      .innerJoin(brands, eq(brands.id, users.brandId)),
    await db
      .select({ tag: idTags.tag, label: idTags.label, plate })
      .from(idTags)
      .leftJoin(vehicles, eq(vehicles.id, idTags.vehicleId)),
    await db
      .select({ owner })
      .from(operators)
      .innerJoin(users, eq(users.id, operators.userId))
      .innerJoin(brands, eq(brands.id, users.brandId)),
  ];
  return {
    prices: named(profiles, ({ id, name }) => [
      name,
      {
        periods: periods
          .filter(({ profileId }) => profileId === id)
          .map(({ id: _, profileId: __, ...period }) => period),
      },
    ]),
    sites: named(siteRows, ({ id, key, logoFileId: _, backgroundFileId: __, ...site }) => [
      key ?? site.name,
      { ...site, brands: shown.filter(({ siteId }) => siteId === id).map(({ slug }) => slug) },
    ]),
    chargePoints: named(points, ({ point, site, price }) => {
      const { id, code, manufacturer, model, maxPowerKw, secretHash } = point;
      return [id, { site, price, code, manufacturer, model, maxPowerKw, secretHash }];
    }),
    connectors: named(
      sockets,
      ({ chargePointId, connectorId, name, plug, current, maxPowerKw, retiredAt }) => [
        `${chargePointId}-${connectorId}`,
        { chargePointId, name, plug, current, maxPowerKw, isRetired: retiredAt !== null },
      ],
    ),
    coupons: named(couponRows, ({ coupon, slug, site }) => {
      const { code, type, hundredths, active, expiresAt } = coupon;
      return [`${slug}/${code}`, { type, hundredths, active, expiresAt, site }];
    }),
    valets: named([...Map.groupBy(valets, (row) => row.owner)], ([name, links]) => [
      name,
      { sites: links.map(({ site }) => site) },
    ]),
    fleet: named(fleet, ({ owner: name, ...vehicle }) => [`${name}/${vehicle.plate}`, vehicle]),
    cards: named(cards, ({ tag, ...card }) => [tag, card]),
    operators: named(operatorRows, ({ owner: name }) => [name, {}]),
  };
}

const named = <T>(rows: T[], entryOf: (row: T) => [string, Record<string, unknown>]): RowsByName =>
  Object.fromEntries(rows.map(entryOf));
