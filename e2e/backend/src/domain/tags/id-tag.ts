/** Tags of cards, cars and starts from the app, case-insensitive (OCPP 1.6 §7.28, CiString20Type). */

import { createHmac } from 'node:crypto';
import type { Db } from '../../platform/database/database.ts';
import {
  and,
  type Column,
  desc,
  eq,
  gt,
  isNull,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
} from '../../platform/database/orm.ts';
import { type IdTagRow, idTags, startAttempts } from '../../platform/database/schema.ts';
import type { Randomness } from '../../platform/randomness.ts';
import type { TagGroups } from './context.ts';

/** Compares a column with a tag, ignoring case. Uses the index on `upper(column)`. */
export const isTag = (column: Column, tag: string | Placeholder): SQL =>
  sql`upper(${column}) = upper(${tag})`;

/** Matches the attempt with a tag. Generated tags are upper case. */
export const isAttemptTag = (tag: string | Placeholder): SQL => sql`${startAttempts.idTag} = upper(${tag})`;

/** Prefixes with which charge points mark a car's identifier. */
const CAR = /^(?:VID|EVCCID|MAC)?:?((?:[\dA-F]{2}[:-]?){5}[\dA-F]{2})$/i;

/**
 * Returns the identifier of a car, twelve hexadecimal digits, if a tag is one in one of the usual forms:
 * the address of the car's modem, also after `VID:`. The number of a card is 8, 14 or 20 digits long.
 */
export const carIdentifierOf = (tag: string): string | undefined =>
  CAR.exec(tag)?.[1]?.replaceAll(/[:-]/g, '').toUpperCase();

/**
 * Returns the card or car with a tag, as it was linked at a time. If two cards differ only in case, the
 * exact match wins.
 */
export async function findTag(db: Db, tag: string, at: Date): Promise<IdTagRow | undefined> {
  const car = carIdentifierOf(tag);
  const isMeant = or(isTag(idTags.tag, tag), car === undefined ? undefined : eq(idTags.tag, car));
  const { endedAt, linkedAt } = idTags;
  const [found] = await db
    .select()
    .from(idTags)
    .where(and(isMeant, or(isNull(linkedAt), lte(linkedAt, at)), or(isNull(endedAt), gt(endedAt, at))))
    .orderBy(desc(eq(idTags.tag, tag)))
    .limit(1);
  return found;
}

/** The most characters of a `parentIdTag` (CiString20Type). */
const GROUP_LENGTH = 20;

/**
 * Returns the group of an account's tags (`parentIdTag` of OCPP 1.6, `groupIdToken` of OCPP 2.0.1): each of
 * them ends the charges, and uses the reservations, of the others. Charge points store and show it, so the
 * account's number can't be found from it.
 */
export const groupOf = ({ tagGroupKey }: TagGroups, userId: number): string =>
  createHmac('sha256', tagGroupKey)
    .update(`tag group ${userId}`)
    .digest('hex')
    .slice(0, GROUP_LENGTH)
    .toUpperCase();

/** Returns whether an unknown tag begins an unbilled charge: in a sandbox, unless it is a car's. */
export const acceptsUnknown = ({ sandbox }: { sandbox: boolean }, tag: string): boolean =>
  sandbox && tag !== '' && carIdentifierOf(tag) === undefined;

/** 32, so that every letter is equally likely for a random byte. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns a random tag of 100 bits, in 20 case-insensitive characters (OCPP 1.6, IdToken). */
export function newIdTag(randomness: Randomness): string {
  return Array.from(randomness.bytes(20), (byte) => LETTERS[byte % LETTERS.length]).join('');
}
