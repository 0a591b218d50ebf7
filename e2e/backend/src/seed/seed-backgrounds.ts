import type { Db } from '../db/database.ts';
import { files } from '../db/schema.ts';
import { type BackgroundName, backgrounds } from './backgrounds.ts';

/** Ids of the stored pictures by name. */
export type BackgroundIds = ReadonlyMap<BackgroundName, number>;

export async function seedBackgrounds(tx: Db): Promise<BackgroundIds> {
  const names = Object.keys(backgrounds) as BackgroundName[];
  const stored = await tx
    .insert(files)
    .values(names.map((name) => ({ data: backgrounds[name] })))
    .returning({ id: files.id });
  return new Map(stored.flatMap(({ id }, i) => (names[i] ? [[names[i], id] as const] : [])));
}
