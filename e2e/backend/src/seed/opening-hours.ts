/** Several kinds of opening hours: at any time of day some sites are open and some are closed. */
interface Hours {
  from: string;
  to: string;
}

interface OpeningHours {
  daily: Hours;
  /** Like `daily` if absent, closed if null. */
  saturday?: Hours | null;
  sunday?: Hours | null;
}

export const openingHours = {
  always: { daily: { from: '00:00', to: '23:59' } },
  mall: { daily: { from: '10:00', to: '22:00' } },
  office: {
    daily: { from: '07:00', to: '20:00' },
    saturday: { from: '08:00', to: '14:00' },
    sunday: null,
  },
  market: { daily: { from: '07:00', to: '22:00' }, sunday: { from: '08:00', to: '20:00' } },
  morning: { daily: { from: '06:00', to: '12:00' } },
  evening: { daily: { from: '18:00', to: '02:00' } },
} satisfies Record<string, OpeningHours>;

/** Returns the seven days of the week from Sunday. */
export const weekOf = ({ daily, saturday = daily, sunday = daily }: OpeningHours) =>
  [sunday, daily, daily, daily, daily, daily, saturday].map((hours) => ({
    isOpen: hours !== null,
    from: hours?.from,
    to: hours?.to,
  }));
