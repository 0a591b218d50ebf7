/** The place of an earlier visit, around which the server renders the first view. */
import { DATA_ID, PLACE_COOKIE } from '@shared/contract/view-names';
import { createContext, useContext, useState } from 'react';
import type { Place } from '../map/index.ts';

/** Set on the server, which reads the cookie of the request. */
export const RememberedPlace = createContext<Place | undefined>(undefined);

const YEAR_S = 31_536_000;
const COOKIE_PATTERN = new RegExp(`(?:^|; )${PLACE_COOKIE}=(-?\\d+(?:\\.\\d+)?),(-?\\d+(?:\\.\\d+)?)(?:;|$)`);
const round = (degrees: number) => Math.round(degrees * 100) / 100;

/** Only pages that our server has prerendered use the cookie. */
const isPrerendered = () => typeof document === 'object' && document.getElementById(DATA_ID) !== null;

/** Returns the place remembered on an earlier visit, rounded to about a kilometre, if any. */
export function useRememberedPlace(): Place | undefined {
  const placeFromServer = useContext(RememberedPlace);
  const [placeFromCookie] = useState(() => (isPrerendered() ? readPlace(document.cookie) : undefined));
  return placeFromServer ?? placeFromCookie;
}

function readPlace(cookies: string): Place | undefined {
  const [, lat, lng] = COOKIE_PATTERN.exec(cookies) ?? [];
  return lat === undefined ? undefined : { lat: Number(lat), lng: Number(lng) };
}

/** Remembers a place for the next visit, rounded to 0.01°; `undefined` forgets it. */
export function rememberPlace(place: Place | undefined): void {
  if (!isPrerendered()) return;
  const value = place ? `${round(place.lat)},${round(place.lng)}` : '';
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without TLS.
  document.cookie = `${PLACE_COOKIE}=${value}; path=/; max-age=${place ? YEAR_S : 0}; samesite=lax${secure}`;
}
