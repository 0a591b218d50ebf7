/** Which brand an address belongs to, and where it must lead (specification, section 2; decisions, section 2). */
import { brandSlug, CHARGER_SEGMENT, PRODUCT, RESERVED_SEGMENTS } from '@shared/contract';

/** Path, query and fragment below the router's base. It always begins with exactly one slash. */
type Address = `/${string}`;

export interface Destination {
  brand: string;
  address: Address;
}

/** Whether a first path segment can name a brand. */
export const isBrandSlug = (segment: string) =>
  brandSlug.safeParse(segment).success && !RESERVED_SEGMENTS.has(segment);

/** Line breaks and other controls are in no path of ours, and the router can't match what has them. */
const CONTROLS = /%(?:[01][0-9a-f]|7f)|%e2%80%a[89]/i;

function split(address: string): { first: string; rest: string; tail: string } {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const [, first = '', rest = ''] = /^\/*([^/]*)\/*(.*)$/s.exec(path) ?? [];
  return { first, rest: CONTROLS.test(rest) ? '' : rest, tail };
}

/**
 * Where the app starts. An address without a brand gets the stored one, or the default, and keeps the rest; a stored
 * brand wins over another in the address. `ch` alone, without a charger's number, leads home, as does what no path can hold.
 */
export function startAt(address: string, stored: string | undefined): Destination {
  const { first, rest, tail } = split(address);
  const home = stored ?? PRODUCT.slug;
  const at = (brand: string, path: string): Destination => ({ brand, address: `/${brand}/${path}${tail}` });
  if (first === '' || (first === CHARGER_SEGMENT && rest === '')) return at(home, '');
  if (RESERVED_SEGMENTS.has(first)) return at(home, rest ? `${first}/${rest}` : first);
  return at(stored ?? first, rest);
}

/** Where to go when a brand doesn't exist: the same path of the default brand; undefined if it was the default. */
export function withoutBrand({ brand, address }: Destination): Destination | undefined {
  if (brand === PRODUCT.slug) return undefined;
  const { rest, tail } = split(address);
  return { brand: PRODUCT.slug, address: `/${PRODUCT.slug}/${rest}${tail}` };
}
