/**
 * Adds the demo data to a database that has only its brands, once. The data is always the same.
 */

import { fileURLToPath } from 'node:url';
import { PRODUCT } from '@shared/contract';
import type { BrandOnDisk } from '@shared/registry/brand-file';
import type { Passwords } from '../../domain/people/auth/passwords.ts';
import { addCarModels } from '../../domain/vehicles/car-models.ts';
import { applyNetwork } from '../../network/apply-network.ts';
import { type Network, readNetwork } from '../../network/read-network.ts';
import type { Db } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/orm.ts';
import { brands, siteBrands, sites } from '../../platform/database/schema.ts';
import { seedFleetAndQueue } from './seed-fleet-and-queue.ts';
import { seedHistory } from './seed-history.ts';
import { seedCards, seedPasswords, seedPeople } from './seed-people.ts';
import { seedSimulation } from './seed-simulation.ts';

/**
 * Adds the demo data in one transaction, unless the database has any site. Brands without sites get
 * those of the default brand at every call.
 * @param brandsOnDisk the stored brands
 * @param now reference date of the users' history
 */
export async function seedDemo(
  db: Db,
  brandsOnDisk: BrandOnDisk[],
  passwords: Passwords,
  now: Date,
): Promise<void> {
  const [site] = await db.select({ id: sites.id }).from(sites).limit(1);
  if (!site) await db.transaction((tx) => seedAll(tx, brandsOnDisk, passwords, now));
  await shareSitesWithNewBrands(db);
}

async function seedAll(tx: Db, brandsOnDisk: BrandOnDisk[], passwords: Passwords, now: Date): Promise<void> {
  const network = await readDemoNetwork(brandsOnDisk.map(({ slug }) => slug));
  await addCarModels(tx);
  await seedPeople(tx);
  await applyNetwork(tx, network, { brandsOnDisk, prune: false, now });
  await seedPasswords(tx, passwords, now);
  await seedSimulation(tx, network);
  await seedFleetAndQueue(tx, now);
  await seedCards(tx);
  await seedHistory(tx, now);
}

/** Gives brands without sites those of the default brand. */
async function shareSitesWithNewBrands(db: Db): Promise<void> {
  await db.execute(sql`
    insert into ${siteBrands} (site_id, brand_id)
    select default_site.site_id, brand.id
    from ${brands} as brand
    join ${brands} as default_brand on default_brand.slug = ${PRODUCT.slug}
    join ${siteBrands} as default_site on default_site.brand_id = default_brand.id
    where not exists (select 1 from ${siteBrands} as own where own.brand_id = brand.id)
    on conflict do nothing`);
}

const DEMO_NETWORK = fileURLToPath(new URL('network/network.yaml', import.meta.url));

/**
 * Returns the network of the demo, which is an ordinary network file.
 * @param slugs the brands of the installation; all of the file by default
 */
export async function readDemoNetwork(slugs?: string[]): Promise<Network> {
  const { network } = await readNetwork(DEMO_NETWORK);
  if (!slugs) return network;
  const isKnown = (slug: string) => slugs.includes(slug);
  return {
    ...network,
    brands: network.brands.filter(({ slug }) => isKnown(slug)),
    sites: Object.fromEntries(
      Object.entries(network.sites).map(([key, site]) => [
        key,
        { ...site, brands: site.brands.filter(isKnown) },
      ]),
    ),
    coupons: network.coupons.filter(({ brand }) => isKnown(brand)),
  };
}
