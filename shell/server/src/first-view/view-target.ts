import { brandSlug, isReserved, PRODUCT, type ScreenTable } from '@shared/contract';
import { PLACE_COOKIE, VIEW_COOKIE } from '@shared/contract/view-names';
import type { FastifyRequest } from 'fastify';

/** State of the browser's last visit, from its cookies. */
export interface Remembered {
  /** Slug. */
  brand?: string;
  isUser: boolean;
  place?: { lat: number; lng: number };
}

const VIEW = new RegExp(`(?:^|; ?)${VIEW_COOKIE}=([a-z0-9-]{1,40})\\.(user|guest)(?:;|$)`);
const PLACE = new RegExp(
  `(?:^|; ?)${PLACE_COOKIE}=(-?\\d{1,2}(?:\\.\\d{1,2})?),(-?\\d{1,3}(?:\\.\\d{1,2})?)(?:;|$)`,
);

/** Reads the cookies of a prerendered page; malformed ones count as absent. */
export function rememberedBy(request: FastifyRequest): Remembered {
  const { cookie = '' } = request.headers;
  const [, brand, kind] = VIEW.exec(cookie) ?? [];
  const [, lat = Number.NaN, lng = Number.NaN] = PLACE.exec(cookie)?.map(Number) ?? [];
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return {
    ...(brandSlug.safeParse(brand).success && { brand }),
    isUser: kind === 'user',
    ...(isPlace && { place: { lat, lng } }),
  };
}

export interface ViewTarget {
  brand: string;
  /** Path below the brand's segment. */
  path: string;
}

/** Returns the brand and path that the app would start with; undefined if it would redirect. */
export function viewTargetOf(
  pathname: string,
  { brand: stored }: Remembered,
  screenTable: ScreenTable,
): ViewTarget | undefined {
  const [first, ...rest] = pathname.split('/').filter(Boolean);
  if (first === undefined || isReserved(first, screenTable))
    return { brand: stored ?? PRODUCT.slug, path: [first, ...rest].join('/') };
  if (!brandSlug.safeParse(first).success) return undefined;
  return { brand: stored ?? first, path: rest.join('/') };
}
