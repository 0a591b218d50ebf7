import type { Db } from '../db/database.ts';

export async function seedDemo(_db: Db, _now: Date): Promise<void> {}
