import { existsSync } from 'node:fs';
import type { ScreenTable } from '@shared/contract';
import { BRANDS, type BrandOnDisk, readBrands, slugProblem } from '@shared/registry/brand-file';
import { readScreenTable } from '@shared/registry/screen-table';
import type { Db } from '../platform/database/database.ts';
import { eq } from '../platform/database/orm.ts';
import { one } from '../platform/database/rows.ts';
import { brands, files } from '../platform/database/schema.ts';
import { type Change, noteChange } from './changes.ts';

/**
 * Stores the brands of the served build, or those of the workspace if none is served, and
 * overwrites their records at every start. A brand that was removed from the build stays in the
 * database, since it may have accounts. The default brand comes first, so that its `appId` is 1.
 *
 * Charges depend on the server, so it starts even if the registry is unreadable or has a screen at
 * the path of a brand. Such a brand isn't stored.
 * @returns the stored brands, and these problems for the log
 * @throws if a brand can't be read
 */
export async function importBrands(db: Db, webAppDir: string | undefined): Promise<BuiltBrands> {
  const read = await readBuiltBrands(webAppDir);
  await db.transaction(async (tx) => {
    for (const brand of read.found) await storeBrand(tx, brand, []);
  });
  return read;
}

interface BuiltBrands {
  found: BrandOnDisk[];
  /** Brands of the build that are skipped, and an unreadable registry. */
  problems: string[];
}

/**
 * Reads the brands of the served build, or those of the workspace if none is served, the default
 * brand first.
 * @throws if a brand can't be read
 */
export async function readBuiltBrands(webAppDir: string | undefined): Promise<BuiltBrands> {
  const builtBrands = webAppDir && `${webAppDir}/brands`;
  const brandsOnDisk = await readBrands(builtBrands && existsSync(builtBrands) ? builtBrands : BRANDS);
  const problems: string[] = [];
  const screenTable = await readTable(webAppDir, problems);
  const found = brandsOnDisk.filter(({ slug }) => {
    const problem = slugProblem(slug, screenTable);
    if (problem) problems.push(`brands/${slug}: ${problem}`);
    return problem === undefined;
  });
  return { found, problems };
}

async function readTable(webAppDir: string | undefined, problems: string[]): Promise<ScreenTable> {
  if (webAppDir === undefined) return new Map();
  return readScreenTable(webAppDir).catch((error: unknown) => {
    problems.push(`remotes.json is unreadable: ${error}`);
    return new Map();
  });
}

/** Stores a brand, and notes what changes. */
export async function storeBrand(
  tx: Db,
  { slug, brand, logo }: BrandOnDisk,
  changes: Change[],
): Promise<void> {
  const [known] = await tx
    .select({ record: brands, logo: files.data })
    .from(brands)
    .leftJoin(files, eq(files.id, brands.logoFileId))
    .where(eq(brands.slug, slug));
  const data = `data:image/svg+xml;base64,${logo.toString('base64')}`;
  // A new logo needs a new id: devices cache a file by its id.
  const logoFileId =
    known?.logo === data
      ? known.record.logoFileId
      : one(await tx.insert(files).values({ data }).returning({ id: files.id })).id;
  const record = {
    name: brand.name,
    color: brand.color,
    logoFileId,
    supportEmail: brand.supportEmail ?? null,
    supportPhone: brand.supportPhone ?? null,
    supportWhatsapp: brand.supportWhatsapp ?? null,
    termsLink: brand.termsLink ?? null,
    privacyLink: brand.privacyLink ?? null,
    userDomain: brand.userDomain ?? slug,
  };
  const change = { before: known?.record, after: record, created: brand.name };
  if (!noteChange(changes, `brand ${slug}`, change)) return;
  if (known) await tx.update(brands).set(record).where(eq(brands.slug, slug));
  else await tx.insert(brands).values({ slug, ...record });
}
