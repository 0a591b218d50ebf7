/** Fills an empty database with the demo: the same every time, and once. */
import type { Db } from '../db/database.ts';
import { brands } from '../db/schema.ts';
import { seedBrands } from './seed-brands.ts';
import { seedHistory } from './seed-history.ts';
import { seedNetwork } from './seed-network.ts';
import { seedPeople } from './seed-people.ts';

/**
 * Does nothing where there is any brand already. All or nothing.
 * @param now the history of the demo's users is told in days before it
 */
export async function seedDemo(db: Db, now: Date): Promise<void> {
  const [any] = await db.select({ id: brands.id }).from(brands).limit(1);
  if (any) return;
  await db.transaction(async (tx) => {
    const images = await seedBrands(tx);
    await seedPeople(tx);
    await seedNetwork(tx, images);
    await seedHistory(tx, now);
  });
}
