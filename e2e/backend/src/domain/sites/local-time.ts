import { addMs, DAY_MS, HOUR_MS } from '../../platform/time.ts';

/** Local time of the sites, to which opening hours and price periods refer. */
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Returns the weekday (0 is Sunday) and the minutes since midnight in São Paulo. */
export function localTime(at: Date): { weekday: number; minute: number } {
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = Number(parts.hour) * 60 + Number(parts.minute);
  return { weekday: WEEKDAYS.indexOf(parts.weekday ?? ''), minute };
}

/** Returns the minutes since midnight of a time of day, `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** São Paulo is UTC−3 all year (no daylight saving since 2019). */
export const LOCAL_OFFSET = '-03:00';
export const LOCAL_OFFSET_MS = -3 * HOUR_MS;

/** Returns the instant at which a local day, `YYYY-MM-DD`, begins. */
export const startOfDay = (date: string) => new Date(`${date}T00:00:00${LOCAL_OFFSET}`);

/** Returns the local day of an instant, `YYYY-MM-DD`. */
export const dayOf = (at: Date) => new Date(at.getTime() + LOCAL_OFFSET_MS).toISOString().slice(0, 10);

/** Returns the next instant after another one at which it is a time of day, `HH:MM`. */
export function nextTimeOfDay(time: string, after: Date): Date {
  const sameDay = new Date(`${dayOf(after)}T${time}:00${LOCAL_OFFSET}`);
  return sameDay > after ? sameDay : addMs(sameDay, DAY_MS);
}
