import type { OpeningDay } from '@shared/contract';
import { strings } from './strings.ts';

export const DAY = 24 * 60;
const WEEK = 7 * DAY;

/** Opening interval in minutes since a midnight; `end` may be on a later day. */
interface Interval {
  start: number;
  end: number;
}

function minutes(time: string | undefined): number | undefined {
  const match = /^(\d{1,2}):(\d{2})/.exec(time ?? '');
  if (!match) return undefined;
  const value = Number(match[1]) * 60 + Number(match[2]);
  return value <= DAY ? value : undefined;
}

/**
 * Returns the opening interval of one day. A missing start or end is midnight, equal hours mean 24
 * hours, and an end before the start is on the next day.
 */
export function intervalOf(day: OpeningDay, midnight: number): Interval {
  const from = minutes(day.from) ?? 0;
  const to = minutes(day.to) ?? DAY;
  const length = to > from ? to - from : to + DAY - from;
  // Many systems write the end of a day as 23:59.
  const wholeDay = from === 0 && length >= DAY - 1;
  return { start: midnight + from, end: midnight + from + (wholeDay ? DAY : length) };
}

/** Returns the intervals from yesterday to eight days ahead, merging those that touch. */
function intervalsAround(hours: readonly OpeningDay[], today: number): Interval[] {
  const intervals: Interval[] = [];
  for (let ahead = -1; ahead <= 8; ahead++) {
    const day = hours[(today + ahead + 7) % 7];
    if (!day?.isOpen) continue;
    const next = intervalOf(day, ahead * DAY);
    const last = intervals.at(-1);
    if (last && next.start <= last.end) last.end = Math.max(last.end, next.end);
    else intervals.push(next);
  }
  return intervals;
}

/** Formats minutes since any midnight as `HH:mm`. */
export const formatMinute = (minute: number) =>
  `${String(Math.floor((minute % DAY) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function openUntil(end: number, now: number, today: number): string {
  if (end - now > WEEK) return strings.always;
  // An end up to 6 a.m. belongs to the evening before: "até 02:00", not "até amanhã".
  if (end <= DAY + DAY / 4) return strings.openUntil(formatMinute(end));
  return strings.openUntil(`${strings.days[(today + Math.floor(end / DAY)) % 7]}, ${formatMinute(end)}`);
}

function opensAt(start: number, today: number): string {
  const ahead = Math.floor(start / DAY);
  const time = strings.at(formatMinute(start));
  if (ahead === 0) return strings.opensAt(time);
  return strings.opensAt(`${ahead === 1 ? strings.tomorrow : strings.days[(today + ahead) % 7]} ${time}`);
}

/**
 * Returns whether a site is open, in words: `Aberto até 22:00`, `Fechado · abre às 06:00`. The
 * server's `isOpen` decides; hours that contradict it (a holiday) are omitted. Returns undefined if
 * nothing is known.
 * @param now read in the device's time zone, assumed to be that of the site
 */
export function describeOpening(
  isOpen: boolean | undefined,
  hours: readonly OpeningDay[] | undefined,
  now: Date,
): { open: boolean; words: string } | undefined {
  if (!hours) return isOpen === undefined ? undefined : { open: isOpen, words: labelOf(isOpen) };
  const today = now.getDay();
  const minute = now.getHours() * 60 + now.getMinutes();
  const intervals = intervalsAround(hours, today);
  const current = intervals.find((interval) => interval.start <= minute && minute < interval.end);
  const open = isOpen ?? current !== undefined;
  if (open !== (current !== undefined)) return { open, words: labelOf(open) };
  if (current) return { open, words: openUntil(current.end, minute, today) };
  const next = intervals.find((interval) => interval.start > minute);
  return { open, words: next ? opensAt(next.start, today) : strings.closed };
}

const labelOf = (open: boolean) => (open ? strings.open : strings.closed);
