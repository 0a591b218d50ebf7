import { PRODUCT } from '@shared/contract';
import type { Db } from '../db/database.ts';
import {
  brands,
  type ConnectorSimulation,
  chargePoints,
  connectors,
  idTags,
  pricePeriods,
  priceProfiles,
  siteBrands,
  sites,
} from '../db/schema.ts';
import { byName } from './by-name.ts';
import { type ModelName, models } from './charge-point-models.ts';
import type { DemoSite } from './demo-site.ts';
import { openingKinds } from './opening-hours.ts';
import { type ProfileName, profiles } from './prices.ts';
import type { BackgroundIds } from './seed-backgrounds.ts';
import { fleetTag } from './seed-people.ts';
import { demoSites } from './site-list.ts';
import { fleetVehicles } from './vehicle-list.ts';

type NewChargePoint = typeof chargePoints.$inferInsert;
type NewConnector = typeof connectors.$inferInsert;

/** Adds prices, sites, charge points and connectors, in bulk. */
export async function seedNetwork(tx: Db, backgroundIds: BackgroundIds): Promise<void> {
  const profileIds = await seedProfiles(tx);
  const siteIds = await seedSites(tx, backgroundIds);
  const points: NewChargePoint[] = [];
  const sockets: NewConnector[] = [];
  let fleetNumber = 0;
  for (const site of demoSites) {
    let bay = 0;
    for (const planned of site.chargePoints.split(' ')) {
      const [model = '', plan = ''] = planned.split(':');
      const { manufacturer, model: name, sockets: kinds } = models[model as ModelName];
      const code = codeOf(points.length);
      const id = `SP${code}`;
      const online = plan !== 'o';
      points.push({
        id,
        code,
        siteId: byName(siteIds, site.name),
        manufacturer,
        model: name,
        maxPowerKw: Math.max(...kinds.map(({ kw }) => kw)),
        priceProfileId: byName(profileIds, site.price),
        online,
        simulated: online,
      });
      for (const [i, { plug, current, kw }] of kinds.entries()) {
        const sign = online ? plan[i] : 'o';
        const ownTag = `VISITA-${code}-${i + 1}`;
        const fleetCar = site.fleet && fleetNumber < fleetVehicles.length;
        const tag = sign === 'c' && fleetCar ? fleetTag(++fleetNumber) : ownTag;
        const simulation = simulate(sign, tag, kw, sockets.length);
        sockets.push({
          chargePointId: id,
          connectorId: i + 1,
          name: `Vaga ${++bay}`,
          plug,
          current,
          maxPowerKw: kw,
          ...momentOf(simulation, online, sockets.length),
          simulation,
        });
      }
    }
  }
  await tx.insert(chargePoints).values(points);
  await tx.insert(connectors).values(sockets);
  const visitors = sockets.flatMap(({ simulation }) =>
    simulation?.state === 'charging' && simulation.idTag.startsWith('VISITA')
      ? [{ tag: simulation.idTag, label: 'Visitante' }]
      : [],
  );
  await tx.insert(idTags).values(visitors);
}

/**
 * Returns five digits that don't look sequential. They never repeat, since 7919 and 90000 have no
 * common factor.
 */
const codeOf = (index: number) => String(10_000 + ((index * 7919 + 2345) % 90_000));

function simulate(
  sign: string | undefined,
  idTag: string,
  kw: number,
  index: number,
): ConnectorSimulation | null {
  if (sign === 'f')
    return { state: 'faulted', errorCode: index % 2 ? 'GroundFailure' : 'ConnectorLockFailure' };
  if (sign === 'u') return { state: 'unavailable' };
  if (sign !== 'c') return null;
  // Spread over the battery without randomness, so that every start of the demo looks the same.
  return {
    state: 'charging',
    idTag,
    soc: 12 + ((index * 37) % 70),
    batteryKwh: 40 + (index % 4) * 12,
    powerKw: Math.min(kw, 11 + (index % 3) * 19),
  };
}

/** Returns a connector's state until its charge point reports one. */
function momentOf(simulation: ConnectorSimulation | null, online: boolean, index: number) {
  const meterWh = 1_200_000 + index * 83_517;
  if (!online) return { status: null, meterWh };
  if (simulation?.state === 'faulted')
    return { status: 'Faulted', errorCode: simulation.errorCode, meterWh } as const;
  if (simulation?.state === 'unavailable') return { status: 'Unavailable', meterWh } as const;
  if (simulation?.state === 'charging')
    return {
      status: 'Charging',
      meterWh,
      powerW: simulation.powerKw * 1000,
      soc: simulation.soc,
    } as const;
  return { status: 'Available', meterWh } as const;
}

async function seedProfiles(tx: Db): Promise<Map<ProfileName, number>> {
  const names = Object.keys(profiles) as ProfileName[];
  const ids = new Map<ProfileName, number>();
  for (const name of names) {
    const [profile] = await tx.insert(priceProfiles).values({ name: profiles[name].name }).returning();
    if (!profile) throw new Error('no price profile was written');
    ids.set(name, profile.id);
    await tx
      .insert(pricePeriods)
      .values(profiles[name].periods.map((period) => ({ ...period, profileId: profile.id })));
  }
  return ids;
}

async function seedSites(tx: Db, backgroundIds: BackgroundIds): Promise<Map<string, number>> {
  const brandRows = await tx.select({ id: brands.id, slug: brands.slug }).from(brands);
  const brandIds = new Map(brandRows.map(({ id, slug }) => [slug, id]));
  const rows = await tx
    .insert(sites)
    .values(demoSites.map((site) => siteRow(site, backgroundIds)))
    .returning({ id: sites.id, name: sites.name });
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  await tx.insert(siteBrands).values(
    demoSites.flatMap((site) =>
      (site.brands ?? [PRODUCT.slug]).flatMap((slug) => {
        const brandId = brandIds.get(slug);
        return brandId === undefined ? [] : [{ siteId: byName(ids, site.name), brandId }];
      }),
    ),
  );
  return ids;
}

function siteRow(site: DemoSite, backgroundIds: BackgroundIds) {
  return {
    name: site.name,
    address: `${site.address}, São Paulo - SP`,
    lat: site.at[0],
    lng: site.at[1],
    freeParking: site.freeParking ?? false,
    private: site.private ?? false,
    openingHours: openingKinds[site.hours],
    color: site.color ?? null,
    backgroundFileId: site.background ? byName(backgroundIds, site.background) : null,
    receivesUnknown: site.receivesUnknown ?? false,
  };
}
