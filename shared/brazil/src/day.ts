/** Converts days from DD/MM/YYYY to the API's YYYY-MM-DD and back. No time zone is involved. */
import { digitsOf, withPlainDigits } from './digits.ts';

const OLDEST = 1900;

/**
 * Masks a day: at most eight digits, with slashes inserted. Accepts YYYY-MM-DD from autofill and
 * unpadded days such as 5/3/1990.
 * @param isWhole false while the user edits in the middle, where a single digit means that the
 * other one was deleted
 */
export function maskDay(typed: string, isWhole = true): string {
  const plain = withPlainDigits(typed);
  const day = dayOfIso(plain.trim()) || (isWhole ? padded(plain.trim()) : plain);
  const digits = digitsOf(day).slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

/** Pads day and month to two digits if a separator shows that they are complete. */
const padded = (day: string) =>
  day.replace(/^(\d)(?=[/.-])/, '0$1').replace(/^(\d\d)[/.-](\d)(?=[/.-])/, '$1/0$2');

/** `31/12/2001` → `2001-12-31`; undefined for an invalid day or one before 1900. */
export function isoOfDay(day: string): string | undefined {
  const [, dd, mm, yyyy] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(day) ?? [];
  if (Number(yyyy) < OLDEST) return undefined;
  const iso = `${yyyy}-${mm}-${dd}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // Date normalizes 31 February to a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** `2001-12-31`, or an instant that begins with it, → `31/12/2001`; empty for anything else. */
export function dayOfIso(iso: string): string {
  const [, yyyy, mm, dd] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? [];
  return yyyy ? `${dd}/${mm}/${yyyy}` : '';
}
