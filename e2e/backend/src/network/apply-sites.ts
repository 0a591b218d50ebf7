import type { OpeningDay } from '@shared/contract';
import { isInService } from '../domain/sites/in-service.ts';
import { and, asc, eq, inArray, or } from '../platform/database/orm.ts';
import { inBatches, one } from '../platform/database/rows.ts';
import {
  brands,
  chargePoints,
  connectors,
  coupons,
  files,
  siteBrands,
  sites,
  valetQueue,
} from '../platform/database/schema.ts';
import { noteChange, pruneMissing, referredIds, type Scope } from './changes.ts';
import type { NetworkFile } from './network-file.ts';

type Site = NetworkFile['sites'][string];

/** Stores the file's sites, and returns their ids by key. */
export async function applySites(scope: Scope, brandIds: ReadonlyMap<string, number>) {
  const { tx, network, prune, changes } = scope;
  const stored = await tx.select().from(sites).orderBy(asc(sites.id));
  const byKey = new Map(stored.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])));
  const byName = new Map(stored.flatMap((row) => (row.key === null ? [[row.name, row] as const] : [])));
  const shownBy = await shownBrands(scope);
  const pictures = await storePictures(scope);
  const ids = new Map<string, number>();
  const created: (typeof sites.$inferInsert)[] = [];
  const changedBrands: string[] = [];
  for (const [key, site] of Object.entries(network.sites)) {
    const row = rowOf(key, site, network.openingHours, pictures);
    // A site that was created without a key is recognized by its name.
    const known = byKey.get(key) ?? byName.get(site.name);
    if (known?.key === null) byName.delete(site.name);
    if (known) ids.set(key, known.id);
    const shown = known && shownBy.get(known.id)?.filter((slug) => prune || isListed(network, slug));
    const before = known && { ...known, brands: shown ?? [] };
    const after = { ...row, brands: [...site.brands].sort() };
    if (!noteChange(changes, `site ${key}`, { before, after, created: site.name })) continue;
    changedBrands.push(key);
    if (known) await tx.update(sites).set(row).where(eq(sites.id, known.id));
    else created.push(row);
  }
  for (const batch of inBatches(created))
    for (const { id, key } of await tx
      .insert(sites)
      .values(batch)
      .returning({ id: sites.id, key: sites.key }))
      if (key !== null) ids.set(key, id);
  await setBrands(scope, changedBrands, ids, brandIds, shownBy);
  return ids;
}

function rowOf(
  key: string,
  { name, address, lat, lng, hours, color, logo, background, ...site }: Site,
  openingHours: NetworkFile['openingHours'],
  pictures: ReadonlyMap<string, number>,
) {
  return {
    key,
    name,
    address,
    lat,
    lng,
    freeParking: site.freeParking ?? false,
    private: site.private ?? false,
    receivesUnknown: site.receivesUnknown ?? false,
    maxPowerKw: site.maxPowerKw ?? null,
    powerGroups: site.powerGroups,
    powerPolicy: site.powerPolicy ?? 'fair',
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
async function shownBrands({ tx }: Scope): Promise<Map<number, string[]>> {
  const rows = await tx
    .select({ siteId: siteBrands.siteId, slug: brands.slug })
    .from(siteBrands)
    .innerJoin(brands, eq(brands.id, siteBrands.brandId));
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map([...bySite].map(([id, links]) => [id, links.map(({ slug }) => slug).sort()]));
}

const isListed = ({ brands }: Scope['network'], slug: string) => brands.some((brand) => brand.slug === slug);

/** Shows sites in their brands. Without `prune`, they stay in brands that aren't in the file. */
async function setBrands(
  { tx, network, prune }: Scope,
  keys: string[],
  siteIds: ReadonlyMap<string, number>,
  brandIds: ReadonlyMap<string, number>,
  shownBy: ReadonlyMap<number, string[]>,
): Promise<void> {
  const added: (typeof siteBrands.$inferInsert)[] = [];
  for (const key of keys) {
    const siteId = siteIds.get(key);
    if (siteId === undefined) continue;
    const wanted = network.sites[key]?.brands ?? [];
    const currentBrands = shownBy.get(siteId) ?? [];
    const surplus = currentBrands.filter(
      (slug) => !wanted.includes(slug) && (prune || isListed(network, slug)),
    );
    if (surplus.length > 0) {
      const surplusIds = tx.select({ id: brands.id }).from(brands).where(inArray(brands.slug, surplus));
      await tx
        .delete(siteBrands)
        .where(and(eq(siteBrands.siteId, siteId), inArray(siteBrands.brandId, surplusIds)));
    }
    for (const slug of wanted) {
      const brandId = currentBrands.includes(slug) ? undefined : brandIds.get(slug);
      if (brandId !== undefined) added.push({ siteId, brandId });
    }
  }
  for (const batch of inBatches(added)) await tx.insert(siteBrands).values(batch);
}

/**
 * With `prune`, removes sites that aren't in the file. A site to which charges, coupons or a valet
 * queue refer is hidden instead: no brand shows it.
 */
export async function pruneSites(scope: Scope, kept: ReadonlyMap<string, number>): Promise<void> {
  const { tx, prune } = scope;
  const ids = new Set(kept.values());
  const stored = await tx
    .select({ id: sites.id, key: sites.key, name: sites.name })
    .from(sites)
    .orderBy(asc(sites.id));
  const missing = stored.filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return;
  const missingIds = missing.map(({ id }) => id);
  const inService = await tx
    .selectDistinct({ id: chargePoints.siteId })
    .from(chargePoints)
    .innerJoin(connectors, and(eq(connectors.chargePointId, chargePoints.id), isInService))
    .where(inArray(chargePoints.siteId, missingIds));
  const used = new Set(inService.map(({ id }) => id));
  const shown = await referredIds(tx, missingIds, siteBrands.siteId);
  const referred = await referredIds(tx, missingIds, chargePoints.siteId, coupons.siteId, valetQueue.siteId);
  for (const { id, key, name } of missing) {
    const what = key === null ? `site '${name}' (id ${id})` : `site ${key}`;
    const isHidden = !shown.has(id) && !used.has(id);
    if (!referred.has(id)) {
      if (prune || !isHidden)
        await pruneMissing(scope, what, {
          action: 'remove',
          run: () => tx.delete(sites).where(eq(sites.id, id)),
        });
    } else if (used.has(id))
      await pruneMissing(scope, what, { action: 'keep', detail: 'has charge points that stay' });
    else if (!isHidden)
      await pruneMissing(scope, what, {
        action: 'retire',
        detail: 'its charges, coupons or valet queue refer to it',
        run: () => tx.delete(siteBrands).where(eq(siteBrands.siteId, id)),
      });
  }
}
