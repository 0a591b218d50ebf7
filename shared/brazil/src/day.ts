/** A day as a person types it, DD/MM/YYYY, and as the API tells it, YYYY-MM-DD. No time zone takes part. */
const OLDEST = 1900;

/** What may stand in a date's field: digits, eight at most, with the slashes as they are reached. */
export function maskDay(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

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
