/** Several kinds of opening hours: at any time of day some sites are open and some are closed. */
import type { OpeningDay } from '@shared/contract';

const day = (from: string, to: string): OpeningDay => ({ isOpen: true, from, to });
const closed: OpeningDay = { isOpen: false, from: undefined, to: undefined };
const everyDay = (hours: OpeningDay) => Array.from({ length: 7 }, () => hours);

export const openingKinds = {
  always: everyDay(day('00:00', '23:59')),
  mall: everyDay(day('10:00', '22:00')),
  office: [
    closed,
    ...Array.from({ length: 5 }, () => day('07:00', '20:00')),
    day('08:00', '14:00'),
  ] as OpeningDay[],
  market: [day('08:00', '20:00'), ...Array.from({ length: 6 }, () => day('07:00', '22:00'))] as OpeningDay[],
  morning: everyDay(day('06:00', '12:00')),
  evening: everyDay(day('18:00', '02:00')),
} satisfies Record<string, OpeningDay[]>;
export type OpeningKind = keyof typeof openingKinds;
