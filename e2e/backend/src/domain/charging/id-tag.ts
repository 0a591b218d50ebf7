/** Tags of cards and of starts from the app, case-insensitive (OCPP 1.6 §7.28, CiString20Type). */

import type { Db } from '../../platform/database/database.ts';
import { type Column, desc, eq, type SQL, sql } from '../../platform/database/orm.ts';
import { idTags, startAttempts } from '../../platform/database/schema.ts';

/** Compares a column with a tag, ignoring case. Uses the index on `upper(column)`. */
export const isTag = (column: Column, tag: string): SQL => sql`upper(${column}) = upper(${tag})`;

/** Matches the attempt with a tag. Generated tags are upper case. */
export const isAttemptTag = (tag: string): SQL => eq(startAttempts.idTag, tag.toUpperCase());

/** Returns the card with a tag. If two cards differ only in case, the exact match wins. */
export async function findCard(db: Db, tag: string): Promise<typeof idTags.$inferSelect | undefined> {
  const [card] = await db
    .select()
    .from(idTags)
    .where(isTag(idTags.tag, tag))
    .orderBy(desc(eq(idTags.tag, tag)))
    .limit(1);
  return card;
}
