/** Reads fields of messages one by one: an unreadable one is undefined. */
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../platform/time.ts';
import { LOCAL_OFFSET } from '../sites/local-time.ts';

export const Fields = z.record(z.string(), z.unknown());
/** Longer than any OCPP text field that is stored. */
const MAX_TEXT_LENGTH = 255;
const MAX_INTEGER = 2 ** 31 - 1;
/** Some charge points send a decimal comma. */
const DECIMAL = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;
const ISO_TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(?:(Z|UTC|GMT)|([+-]\d\d)(?::?(\d\d))?)?$/i;
/**
 * A time without a zone is read as local time up to this long after its receipt: half of the
 * difference between local time and UTC, so that a clock may be wrong by as much.
 */
const MAX_LOCAL_AHEAD_MS = 90 * MINUTE_MS;
/** Keep timestamps, and times shortly before and after them, storable in the database. */
const EARLIEST_YEAR = 1900;
const LATEST_YEAR = 9998;

/** Returns an empty object for anything but a JSON object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return Fields.safeParse(value).data ?? {};
}

/** Returns the entries of a list. A bare value is treated as a list of one. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * Returns a string without the NULs that some charge points pad it with, or a number as text. The
 * database can't store NUL or half a surrogate pair.
 */
export function textOf(value: unknown, longest = MAX_TEXT_LENGTH): string | undefined {
  const text = typeof value === 'number' ? String(value) : withoutPadding(value);
  if (typeof text !== 'string' || text.length > longest) return undefined;
  return text.includes('\0') || !text.isWellFormed() ? undefined : text;
}

function withoutPadding(value: unknown): unknown {
  if (typeof value !== 'string' || !value.endsWith('\0')) return value;
  let end = value.length;
  while (value[end - 1] === '\0') end -= 1;
  return value.slice(0, end);
}

export function numberOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim();
  return text !== undefined && DECIMAL.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** Returns an integer that fits a database column. */
export function integerOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return Number.isInteger(number) && Math.abs(number ?? 0) <= MAX_INTEGER ? number : undefined;
}

/** How a time without a zone was read. */
export type AssumedZone = 'local' | 'UTC';

/**
 * Reads ISO 8601, with zones such as `Z`, `-03`, `-0300` or `-03:00`. OCPP 1.6 §3.14 recommends UTC
 * but doesn't require a zone. A time without one is in the sites' zone, unless that would be after
 * its receipt; then it is in UTC.
 */
export const instantOf = (value: unknown, receivedAt: Date): Date | undefined =>
  parseTime(value, receivedAt).at;

/**
 * As `instantOf`, but returns the time of receipt for an unreadable time, which is `undated` then.
 * Also returns which zone was assumed if the time has none.
 */
export function timeOf(value: unknown, receivedAt: Date) {
  const { at, assumedZone } = parseTime(value, receivedAt);
  return { at: at ?? receivedAt, undated: at === undefined, assumedZone };
}

function parseTime(
  value: unknown,
  receivedAt: Date,
): { at?: Date | undefined; assumedZone?: AssumedZone | undefined } {
  const [, day, time, utc, hours, minutes = '00'] = ISO_TIME.exec(textOf(value)?.trim() ?? '') ?? [];
  if (!day || !time) return {};
  const at = (zone: string) => new Date(`${day}T${time.replace(',', '.')}${zone}`);
  const local = at(LOCAL_OFFSET);
  const isAhead = Number(local) - Number(receivedAt) > MAX_LOCAL_AHEAD_MS;
  const unzoned = utc || isAhead ? at('Z') : local;
  const instant = hours ? at(`${hours}:${minutes}`) : unzoned;
  const year = instant.getUTCFullYear();
  // An invalid date has the year NaN and fails the comparisons too.
  if (!(year >= EARLIEST_YEAR && year <= LATEST_YEAR)) return {};
  return { at: instant, assumedZone: utc || hours ? undefined : isAhead ? 'UTC' : 'local' };
}

/** Returns the known value that equals `value`, ignoring case. */
export function memberOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  const text = textOf(value)?.toLowerCase();
  return known.find((one) => one.toLowerCase() === text);
}

/** Tags have at most 20 characters in OCPP 1.6, and 36 in OCPP 2.0.1. */
const MAX_TAG_LENGTH = 36;

/** Returns a tag (`IdToken`) without what charge points pad it with; undefined if it is unreadable. */
export const tagOf = (value: unknown) =>
  textOf(typeof value === 'string' ? withoutFiller(value) : value, MAX_TAG_LENGTH);

/** Some charge points pad a tag with blanks or NULs, or send an earlier tag's rest after a NUL. */
const withoutFiller = (tag: string) =>
  tag
    .split('\0')
    .map((part) => part.trim())
    .find((part) => part !== '') ?? '';
