import { brandSlug, CHARGER_SEGMENT, PRODUCT, RESERVED_SEGMENTS } from '@shared/contract';

/** Path, query and fragment below the router's base. Always starts with exactly one slash. */
type Address = `/${string}`;

export interface Destination {
  brand: string;
  address: Address;
}

/** Returns whether the first path segment can name a brand. */
export const isBrandSlug = (segment: string) =>
  brandSlug.safeParse(segment).success && !RESERVED_SEGMENTS.has(segment);

/** Line breaks and other control characters, which the router can't match. */
const CONTROLS = /%(?:[01][0-9a-f]|7f)|%e2%80%a[89]/i;

function split(address: string): { first: string; rest: string; tail: string } {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const [, first = '', rest = ''] = /^\/*([^/]*)\/*(.*)$/s.exec(path) ?? [];
  return { first, rest: CONTROLS.test(rest) ? '' : rest, tail };
}

/**
 * Returns the brand and address to start with. An address without a brand gets the stored or the
 * default one and keeps its path; a stored brand overrides the one in the address. `ch` without a
 * charger number, and paths with control characters, become the home.
 */
export function resolveDestination(address: string, stored: string | undefined): Destination {
  const { first, rest, tail } = split(address);
  const home = stored ?? PRODUCT.slug;
  const at = (brand: string, path: string): Destination => ({ brand, address: `/${brand}/${path}${tail}` });
  if (first === '' || (first === CHARGER_SEGMENT && rest === '')) return at(home, '');
  if (RESERVED_SEGMENTS.has(first)) return at(home, rest ? `${first}/${rest}` : first);
  return at(stored ?? first, rest);
}

/** Returns the same path of the default brand; undefined if the brand already is the default. */
export function withDefaultBrand({ brand, address }: Destination): Destination | undefined {
  if (brand === PRODUCT.slug) return undefined;
  const { rest, tail } = split(address);
  return { brand: PRODUCT.slug, address: `/${PRODUCT.slug}/${rest}${tail}` };
}
