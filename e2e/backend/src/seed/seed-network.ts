import { PRODUCT, PriceProfilePeriod } from '@shared/contract';
import type { Db } from '../db/database.ts';
import { one } from '../db/rows.ts';
import {
  brands,
  type ConnectorSimulation,
  chargePoints,
  connectors,
  files,
  idTags,
  pricePeriods,
  priceProfiles,
  siteBrands,
  sites,
} from '../db/schema.ts';
import { backgrounds, drawBackground } from './backgrounds.ts';
import { byName } from './by-name.ts';
import { models } from './charge-point-models.ts';
import type { DemoChargePoint } from './demo-site.ts';
import { openingHours, weekOf } from './opening-hours.ts';
import { profiles } from './prices.ts';
import { fleetTag } from './seed-people.ts';
import { demoSites } from './site-list.ts';
import { fleetVehicles } from './vehicle-list.ts';

/** Adds prices, sites, charge points and connectors, in bulk. */
export async function seedNetwork(tx: Db): Promise<void> {
  const profileIds = await seedProfiles(tx);
  const siteIds = await seedSites(tx);
  const points: (typeof chargePoints.$inferInsert)[] = [];
  const sockets: (typeof connectors.$inferInsert)[] = [];
  let fleetNumber = 0;
  for (const site of demoSites) {
    let bay = 0;
    for (const planned of site.chargePoints) {
      const { manufacturer, model, sockets: kinds } = models[planned.model];
      const code = codeOf(points.length);
      const id = `SP${code}`;
      points.push({
        ...{ id, code, manufacturer, model },
        siteId: byName(siteIds, site.name),
        maxPowerKw: Math.max(...kinds.map(({ kw }) => kw)),
        priceProfileId: byName(profileIds, site.price ?? 'energy'),
        online: !planned.offline,
        simulated: !planned.offline,
      });
      for (const [i, { plug, current, kw }] of kinds.entries()) {
        const connectorId = i + 1;
        const isFleetCar =
          site.fleet && planned.charging?.includes(connectorId) && fleetNumber < fleetVehicles.length;
        const idTag = isFleetCar ? fleetTag(++fleetNumber) : `VISITA-${code}-${connectorId}`;
        const simulation = simulate(planned, connectorId, idTag, kw, sockets.length);
        sockets.push({
          ...{ chargePointId: id, connectorId, name: `Vaga ${++bay}`, plug, current, maxPowerKw: kw },
          meterWh: 1_200_000 + sockets.length * 83_517,
          ...(!planned.offline && firstReport(simulation)),
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

/** Five digits that don't look sequential. 7919 and 90000 have no common factor. */
const codeOf = (index: number) => String(10_000 + ((index * 7919 + 2345) % 90_000));

function simulate(
  { charging, faulted, unavailable }: DemoChargePoint,
  connectorId: number,
  idTag: string,
  kw: number,
  index: number,
): ConnectorSimulation | null {
  if (faulted?.includes(connectorId))
    return { state: 'faulted', errorCode: index % 2 ? 'GroundFailure' : 'ConnectorLockFailure' };
  if (unavailable?.includes(connectorId)) return { state: 'unavailable' };
  if (!charging?.includes(connectorId)) return null;
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
function firstReport(simulation: ConnectorSimulation | null) {
  switch (simulation?.state) {
    case 'faulted':
      return { status: 'Faulted', errorCode: simulation.errorCode } as const;
    case 'unavailable':
      return { status: 'Unavailable' } as const;
    case 'charging':
      return { status: 'Charging', powerW: simulation.powerKw * 1000, soc: simulation.soc } as const;
    case undefined:
      return { status: 'Available' } as const;
  }
}

async function seedProfiles(tx: Db): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [key, { name, periods }] of Object.entries(profiles)) {
    const { id } = one(await tx.insert(priceProfiles).values({ name }).returning());
    ids.set(key, id);
    await tx.insert(pricePeriods).values(
      periods.map((period) => ({
        ...period,
        price: PriceProfilePeriod.parse(period.price),
        profileId: id,
      })),
    );
  }
  return ids;
}

async function seedSites(tx: Db): Promise<Map<string, number>> {
  const fileIds = new Map<string, number>();
  for (const [name, colors] of Object.entries(backgrounds)) {
    const file = { data: drawBackground(colors) };
    fileIds.set(name, one(await tx.insert(files).values(file).returning()).id);
  }
  const rows = await tx
    .insert(sites)
    .values(
      demoSites.map(({ at, address, hours = 'always', background, ...site }) => ({
        name: site.name,
        address: `${address}, São Paulo - SP`,
        ...at,
        freeParking: site.freeParking ?? false,
        private: site.private ?? false,
        openingHours: weekOf(openingHours[hours]),
        color: site.color,
        backgroundFileId: background && byName(fileIds, background),
        receivesUnknown: site.receivesUnknown,
      })),
    )
    .returning({ id: sites.id, name: sites.name });
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const known = await tx.select({ id: brands.id, slug: brands.slug }).from(brands);
  await tx
    .insert(siteBrands)
    .values(
      demoSites.flatMap(({ name, brands: slugs = [PRODUCT.slug] }) =>
        known
          .filter(({ slug }) => slugs.includes(slug))
          .map(({ id }) => ({ siteId: byName(ids, name), brandId: id })),
      ),
    );
  return ids;
}
