import { brandSlug, isReserved, PRODUCT, type Screens } from '@shared/contract';

/** Path, query and fragment below the router's base. Always starts with exactly one slash. */
type Address = `/${string}`;

export interface Destination {
  brand: string;
  address: Address;
}

/** First segment of the address on a charger's sticker, which has no brand. */
const STICKER_SEGMENT = 'ch';
const NO_SCREENS: Screens = new Map();

/** Returns whether the first path segment can name a brand. */
export const isBrandSlug = (segment: string, screens = NO_SCREENS) =>
  brandSlug.safeParse(segment).success && !isReserved(segment, screens);

/** Returns whether the registry is needed to distinguish a brand from a screen in an address. */
export function isAmbiguous(address: string, stored: string | undefined): boolean {
  const { first } = split(address);
  // Segments of screens may have upper case, brands may not.
  return (
    /^[\w-]+$/.test(first) && !isReserved(first, NO_SCREENS) && first !== PRODUCT.slug && first !== stored
  );
}

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
export function resolveDestination(
  address: string,
  stored: string | undefined,
  screens = NO_SCREENS,
): Destination {
  const { first, rest, tail } = split(address);
  const home = stored ?? PRODUCT.slug;
  const at = (brand: string, path: string): Destination => ({ brand, address: `/${brand}/${path}${tail}` });
  if (first === '' || (first === STICKER_SEGMENT && rest === '')) return at(home, '');
  if (isReserved(first, screens)) return at(home, rest ? `${first}/${rest}` : first);
  return at(stored ?? first, rest);
}

/** Returns the same path of the default brand; undefined if the brand already is the default. */
export function withDefaultBrand({ brand, address }: Destination): Destination | undefined {
  if (brand === PRODUCT.slug) return undefined;
  const { rest, tail } = split(address);
  return { brand: PRODUCT.slug, address: `/${PRODUCT.slug}/${rest}${tail}` };
}
