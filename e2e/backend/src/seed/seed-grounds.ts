import type { Db } from '../db/database.ts';
import { files } from '../db/schema.ts';
import { type GroundName, grounds } from './grounds.ts';

/** Ids of the stored pictures by name. */
export type Grounds = ReadonlyMap<GroundName, number>;

export async function seedGrounds(tx: Db): Promise<Grounds> {
  const names = Object.keys(grounds) as GroundName[];
  const stored = await tx
    .insert(files)
    .values(names.map((name) => ({ data: grounds[name] })))
    .returning({ id: files.id });
  return new Map(stored.flatMap(({ id }, i) => (names[i] ? [[names[i], id] as const] : [])));
}
