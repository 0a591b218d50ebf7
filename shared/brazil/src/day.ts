/** A day as a person types it, DD/MM/YYYY, and as the API tells it, YYYY-MM-DD. No time zone takes part. */
const OLDEST = 1900;

/**
 * What may stand in a date's field: digits, eight at most, with the slashes as they are reached. A browser fills in
 * YYYY-MM-DD, and a person may write 5/3/1990.
 * @param isWhole false while it is changed in its midst, where a day of one digit is one of which the other was deleted
 */
export function maskDay(typed: string, isWhole = true): string {
  const day = dayOfIso(typed.trim()) || (isWhole ? padded(typed.trim()) : typed);
  const digits = day.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

/** Day and month with two digits each, where a separator says that they are complete. */
const padded = (day: string) =>
  day.replace(/^(\d)(?=[/.-])/, '0$1').replace(/^(\d\d)[/.-](\d)(?=[/.-])/, '$1/0$2');

/** `2001-12-31` of `31/12/2001`; undefined for a day that there is not, or one before 1900. */
export function isoOfDay(day: string): string | undefined {
  const [, dd, mm, yyyy] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(day) ?? [];
  if (Number(yyyy) < OLDEST) return undefined;
  const iso = `${yyyy}-${mm}-${dd}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // The 31st of February is read as a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** `31/12/2001` of `2001-12-31`, or of an instant that begins so; empty for anything else. */
export function dayOfIso(iso: string): string {
  const [, yyyy, mm, dd] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? [];
  return yyyy ? `${dd}/${mm}/${yyyy}` : '';
}
