import type { OpeningDay } from '@shared/contract';
import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { one } from '../db/rows.ts';
import {
  brands,
  chargePoints,
  connectors,
  coupons,
  files,
  siteBrands,
  sites,
  valetQueue,
} from '../db/schema.ts';
import { isInService } from '../sites/in-service.ts';
import { describeDifference, NOT_IN_FILE } from './changes.ts';
import type { NetworkFile } from './network-file.ts';
import type { Scope } from './scope.ts';

type Site = NetworkFile['sites'][string];

/** Stores the file's sites, and returns their ids by key. */
export async function applySites(scope: Scope, brandIds: ReadonlyMap<string, number>) {
  const { tx, network, prune, changes } = scope;
  const stored = await tx.select().from(sites).orderBy(asc(sites.id));
  const slugs = await shownBrands(scope, brandIds);
  const pictures = await storePictures(scope);
  const ids = new Map<string, number>();
  for (const [key, site] of Object.entries(network.sites)) {
    // A site that was created without a key is recognized by its name.
    const known =
      stored.find((row) => row.key === key) ??
      stored.find((row) => row.key === null && row.name === site.name && ![...ids.values()].includes(row.id));
    const row = rowOf(key, site, network.openingHours, pictures);
    const shownIn = known ? (slugs.get(known.id) ?? []) : [];
    const brandsAfter = [...site.brands].sort();
    const difference = describeDifference(
      { ...known, brands: shownIn.filter((slug) => prune || network.brands.includes(slug)) },
      { ...row, brands: brandsAfter },
    );
    const id = known?.id ?? one(await tx.insert(sites).values(row).returning({ id: sites.id })).id;
    ids.set(key, id);
    if (difference === undefined) continue;
    if (known) await tx.update(sites).set(row).where(eq(sites.id, id));
    await setBrands(scope, id, brandIds, brandsAfter, shownIn);
    const what = `site ${key}`;
    changes.push(
      known ? { action: 'change', what, detail: difference } : { action: 'create', what, detail: site.name },
    );
  }
  return ids;
}

function rowOf(
  key: string,
  { name, address, lat, lng, hours, color, logo, background, ...site }: Site,
  openingHours: NetworkFile['openingHours'],
  pictures: ReadonlyMap<string, number>,
) {
  return {
    ...{ key, name, address, lat, lng },
    freeParking: site.freeParking ?? false,
    private: site.private ?? false,
    receivesUnknown: site.receivesUnknown ?? false,
    openingHours: hours === undefined ? [] : weekOf(openingHours[hours]),
    color: color ?? null,
    logoFileId: (logo !== undefined && pictures.get(logo)) || null,
    backgroundFileId: (background !== undefined && pictures.get(background)) || null,
  };
}

/** Returns the seven days of the week from Sunday. */
function weekOf(hours: NetworkFile['openingHours'][string] | undefined): OpeningDay[] {
  if (!hours) return [];
  const { daily, saturday = daily, sunday = daily } = hours;
  return [sunday, daily, daily, daily, daily, daily, saturday];
}

/** Stores the file's pictures unless a site has them already, and returns their ids by name. */
async function storePictures({ tx, network }: Scope): Promise<Map<string, number>> {
  if (network.pictures.size === 0) return new Map();
  const rows = await tx
    .selectDistinct({ id: files.id, data: files.data })
    .from(files)
    .innerJoin(sites, or(eq(sites.logoFileId, files.id), eq(sites.backgroundFileId, files.id)))
    .where(inArray(files.data, [...network.pictures.values()]));
  const known = new Map(rows.map(({ id, data }) => [data, id]));
  const ids = new Map<string, number>();
  for (const [name, data] of network.pictures) {
    // A new picture needs a new id: devices cache a file by its id.
    const id = known.get(data) ?? one(await tx.insert(files).values({ data }).returning({ id: files.id })).id;
    known.set(data, id);
    ids.set(name, id);
  }
  return ids;
}

/** Returns the slugs of the brands that show each site, in order. */
async function shownBrands({ tx }: Scope, _ids: ReadonlyMap<string, number>): Promise<Map<number, string[]>> {
  const rows = await tx
    .select({ siteId: siteBrands.siteId, slug: brands.slug })
    .from(siteBrands)
    .innerJoin(brands, eq(brands.id, siteBrands.brandId));
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map([...bySite].map(([id, links]) => [id, links.map(({ slug }) => slug).sort()]));
}

/** Without `prune` the site stays in brands that the file doesn't have. */
async function setBrands(
  { tx, network, prune }: Scope,
  siteId: number,
  brandIds: ReadonlyMap<string, number>,
  wanted: string[],
  shownIn: string[],
): Promise<void> {
  const surplus = shownIn.filter(
    (slug) => !wanted.includes(slug) && (prune || network.brands.includes(slug)),
  );
  if (surplus.length > 0) {
    const gone = tx.select({ id: brands.id }).from(brands).where(inArray(brands.slug, surplus));
    await tx.delete(siteBrands).where(and(eq(siteBrands.siteId, siteId), inArray(siteBrands.brandId, gone)));
  }
  const added = wanted.flatMap((slug) => {
    const brandId = shownIn.includes(slug) ? undefined : brandIds.get(slug);
    return brandId === undefined ? [] : [{ siteId, brandId }];
  });
  if (added.length > 0) await tx.insert(siteBrands).values(added);
}

/**
 * Removes sites that aren't in the file. One to which charges, coupons or a valet queue refer is hidden
 * instead: no brand shows it.
 */
export async function pruneSites(
  { tx, prune, changes }: Scope,
  kept: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = new Set(kept.values());
  const stored = await tx
    .select({ id: sites.id, key: sites.key, name: sites.name })
    .from(sites)
    .orderBy(asc(sites.id));
  const missing = stored.filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return;
  const missingIds = missing.map(({ id }) => id);
  const points = await tx
    .selectDistinct({ id: chargePoints.siteId })
    .from(chargePoints)
    .where(inArray(chargePoints.siteId, missingIds));
  const inService = await tx
    .selectDistinct({ id: chargePoints.siteId })
    .from(chargePoints)
    .innerJoin(connectors, and(eq(connectors.chargePointId, chargePoints.id), isInService))
    .where(inArray(chargePoints.siteId, missingIds));
  const shown = await tx
    .selectDistinct({ id: siteBrands.siteId })
    .from(siteBrands)
    .where(inArray(siteBrands.siteId, missingIds));
  const ofCoupons = await tx
    .selectDistinct({ id: coupons.siteId })
    .from(coupons)
    .where(and(isNotNull(coupons.siteId), inArray(coupons.siteId, missingIds)));
  const queued = await tx
    .selectDistinct({ id: valetQueue.siteId })
    .from(valetQueue)
    .where(inArray(valetQueue.siteId, missingIds));
  const idsOf = (rows: { id: number | null }[]) => new Set(rows.map(({ id }) => id));
  const [isShown, isUsed] = [idsOf(shown), idsOf(inService)];
  const isReferred = idsOf([...points, ...ofCoupons, ...queued]);
  for (const { id, key, name } of missing) {
    const what = key === null ? `site '${name}' (id ${id})` : `site ${key}`;
    const isHidden = !isShown.has(id) && !isUsed.has(id);
    if (!prune) {
      if (!isHidden) changes.push({ action: 'keep', what, detail: NOT_IN_FILE });
    } else if (!isReferred.has(id)) {
      await tx.delete(sites).where(eq(sites.id, id));
      changes.push({ action: 'remove', what });
    } else if (isUsed.has(id)) changes.push({ action: 'keep', what, detail: 'has charge points that stay' });
    else if (!isHidden) {
      await tx.delete(siteBrands).where(eq(siteBrands.siteId, id));
      changes.push({ action: 'retire', what, detail: 'its charges, coupons or valet queue refer to it' });
    }
  }
}
