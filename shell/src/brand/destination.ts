import { brandSlug, canonicalSlug, isReserved, PRODUCT, type ScreenTable } from '@shared/contract';
import { tidyPathEnd, tidySegment } from '@shared/contract/tidy-path';
import { STICKER_SEGMENT } from '@shared/contract/url-layout';

/** Path, query and fragment below the router's base. Always starts with exactly one slash. */
type Path = `/${string}`;

export interface Destination {
  brand: string;
  path: Path;
}

const NO_SCREENS: ScreenTable = new Map();

/** Returns whether the first path segment can name a brand. */
export const isBrandSlug = (segment: string, screenTable = NO_SCREENS) =>
  brandSlug.safeParse(segment).success && !isReserved(segment, screenTable);

/** Returns whether the registry is needed to distinguish a brand from a screen in a path. */
export function isAmbiguous(path: string, stored: string | undefined): boolean {
  const first = canonicalSegment(split(path).first, NO_SCREENS);
  // Segments of screens may have upper case, brands may not.
  return (
    /^[\w-]+$/.test(first) && !isReserved(first, NO_SCREENS) && first !== PRODUCT.slug && first !== stored
  );
}

/** Line breaks and other control characters, which the router can't match. */
const CONTROLS = /%(?:[01][0-9a-f]|7f)|%e2%80%a[89]/i;

function split(url: string): { first: string; rest: string; tail: string } {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const [, first = '', rest = ''] = /^\/*([^/]*)\/*(.*)$/s.exec(path) ?? [];
  return { first, rest: CONTROLS.test(rest) ? '' : tidyPathEnd(rest), tail };
}

/** Returns a first segment as its brand or screen is spelled; unchanged if it can't be either. */
function canonicalSegment(first: string, screenTable: ScreenTable): string {
  if (isReserved(first, screenTable)) return first;
  try {
    const text = decodeURIComponent(first);
    const tidy = tidySegment(text);
    return isReserved(tidy, screenTable) ? tidy : (canonicalSlug(text) ?? first);
  } catch {
    return first;
  }
}

/**
 * Returns the brand and path to start with. A path without a brand gets the stored or the default
 * one; a stored brand overrides the one in the path, which becomes canonical. `ch` without a charger number becomes the
 * home. Control characters after the first segment drop the rest of the path.
 */
export function resolveDestination(
  path: string,
  stored: string | undefined,
  screenTable = NO_SCREENS,
): Destination {
  const { first: typed, rest, tail } = split(path);
  const first = canonicalSegment(typed, screenTable);
  const home = stored ?? PRODUCT.slug;
  const at = (brand: string, below: string): Destination => {
    const isHome = below.replace(/\/$/, '') === STICKER_SEGMENT;
    return { brand, path: `/${brand}/${isHome ? '' : below}${tail}` };
  };
  if (first === '' || first === STICKER_SEGMENT || isReserved(first, screenTable))
    return at(home, rest ? `${first}/${rest}` : first);
  return at(stored ?? first, rest);
}

/** Returns the same path of the default brand; undefined if the brand already is the default. */
export function withDefaultBrand({ brand, path }: Destination): Destination | undefined {
  if (brand === PRODUCT.slug) return undefined;
  const { rest, tail } = split(path);
  return { brand: PRODUCT.slug, path: `/${PRODUCT.slug}/${rest}${tail}` };
}
