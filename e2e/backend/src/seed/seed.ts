/** Fills a database that has only its brands with the demo data, which is always the same, once. */
import type { Passwords } from '../auth/passwords.ts';
import type { Db } from '../db/database.ts';
import { sites } from '../db/schema.ts';
import { seedCards } from './seed-cards.ts';
import { seedCoupons } from './seed-coupons.ts';
import { seedHistory } from './seed-history.ts';
import { seedNetwork } from './seed-network.ts';
import { seedOperators } from './seed-operators.ts';
import { seedPeople } from './seed-people.ts';
import { shareSitesWithNewBrands } from './share-sites.ts';

/**
 * Adds the demo data in one transaction, unless the database has any site. Brands without sites get
 * those of the default brand at every call.
 * @param now the users' history is dated in days before it
 */
export async function seedDemo(db: Db, passwords: Passwords, now: Date): Promise<void> {
  const [any] = await db.select({ id: sites.id }).from(sites).limit(1);
  if (!any) await db.transaction((tx) => seedAll(tx, passwords, now));
  await shareSitesWithNewBrands(db);
}

async function seedAll(tx: Db, passwords: Passwords, now: Date): Promise<void> {
  await seedPeople(tx, passwords);
  await seedNetwork(tx);
  await seedOperators(tx, now);
  await seedCards(tx);
  await seedHistory(tx, now);
  await seedCoupons(tx, now);
}
