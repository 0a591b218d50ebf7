import type { OpeningDay } from '@shared/contract';
import { localTime } from './local-time.ts';

/**
 * Returns whether a site is open at an instant. A day that ends before it begins runs past
 * midnight; the last minute is included.
 */
export function isOpenAt(days: OpeningDay[], at: Date): boolean {
  const { weekday, minute } = localTime(at);
  const today = spanOf(days[weekday]);
  const yesterday = spanOf(days[(weekday + 6) % 7]);
  if (yesterday && yesterday.to < yesterday.from && minute <= yesterday.to) return true;
  if (!today || minute < today.from) return false;
  return today.to < today.from || minute <= today.to;
}

function spanOf(day: OpeningDay | undefined): { from: number; to: number } | undefined {
  if (!day?.isOpen || !day.from || !day.to) return undefined;
  return { from: minutesOf(day.from), to: minutesOf(day.to) };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
