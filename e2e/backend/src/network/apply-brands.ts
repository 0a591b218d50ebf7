import { PRODUCT } from '@shared/contract';
import { eq } from '../platform/database/orm.ts';
import { one } from '../platform/database/rows.ts';
import { brands, coupons, users } from '../platform/database/schema.ts';
import { noteChange, pruneMissing, referredIds, type Scope } from './changes.ts';
import { storeBrand } from './import-brands.ts';

/** Stores the file's brands, and returns their ids by slug. */
export async function applyBrands({ tx, network, brandsOnDisk, changes, problems }: Scope) {
  const ids = new Map<string, number>();
  const onDisk = new Set(brandsOnDisk.map(({ slug }) => slug));
  for (const [i, { slug }] of network.brands.entries())
    if (!onDisk.has(slug))
      problems.push({
        path: ['brands', i],
        message: `there is no brand '${slug}' in the build: add it with pnpm brand add, then pnpm build`,
      });
  // The default brand as well: it comes first, so that its `appId` is 1.
  const listed = new Map(network.brands.map((entry) => [entry.slug, entry]));
  const wanted = new Set([PRODUCT.slug, ...listed.keys()]);
  for (const brand of brandsOnDisk.filter(({ slug }) => wanted.has(slug))) {
    await storeBrand(tx, brand, changes);
    const isThis = eq(brands.slug, brand.slug);
    const known = one(await tx.select().from(brands).where(isThis));
    const entry = listed.get(brand.slug);
    if (!entry) continue;
    ids.set(brand.slug, known.id);
    const { guestCharge = false, autocharge = false, waitingLine = false } = entry;
    const settings = { guestCharge, autocharge, waitingLine };
    if (noteChange(changes, `brand ${brand.slug}`, { before: known, after: settings }))
      await tx.update(brands).set(settings).where(isThis);
  }
  return ids;
}

/**
 * With `prune`, removes brands that are neither in the file nor in the build. The server stores
 * those of the build.
 */
export async function pruneBrands(scope: Scope): Promise<void> {
  const { tx, network, brandsOnDisk } = scope;
  const present = new Set([...network.brands, ...brandsOnDisk].map(({ slug }) => slug));
  const stored = await tx.select({ id: brands.id, slug: brands.slug }).from(brands);
  const missing = stored.filter(({ slug }) => !present.has(slug));
  if (missing.length === 0) return;
  const ids = missing.map(({ id }) => id);
  const used = await referredIds(tx, ids, users.brandId, coupons.brandId);
  for (const { id, slug } of missing)
    await pruneMissing(
      scope,
      `brand ${slug}`,
      used.has(id)
        ? { action: 'keep', detail: 'has accounts or used coupons' }
        : { action: 'remove', run: () => tx.delete(brands).where(eq(brands.id, id)) },
    );
}
