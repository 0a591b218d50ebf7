import type { OpeningDay } from '@shared/contract';
import { DAY, formatMinute, intervalOf } from './describe-opening.ts';
import { strings } from './strings.ts';

interface DayHours {
  /** 'Quarta-feira' */
  name: string;
  isToday: boolean;
  /** '06:00 às 22:00', '18:00 às 02:00', '24 horas', 'Fechado' */
  words: string;
}

/** Returns the week's opening hours in words, from today in the device's time zone. */
export function weekHours(hours: readonly OpeningDay[], now: Date): DayHours[] {
  const today = now.getDay();
  return strings.weekdays.map((_, ahead) => {
    const weekday = (today + ahead) % strings.weekdays.length;
    return {
      name: strings.weekdays[weekday] ?? '',
      isToday: ahead === 0,
      words: wordsOf(hours[weekday]),
    };
  });
}

function wordsOf(day: OpeningDay | undefined): string {
  if (!day?.isOpen) return strings.closed;
  const { start, end } = intervalOf(day, 0);
  if (end - start === DAY && start === 0) return strings.allDay;
  return strings.hours(formatMinute(start), formatMinute(end));
}
