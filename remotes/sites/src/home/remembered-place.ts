/** The place of an earlier visit, around which the server renders the first view. */
import { DATA_ID, PLACE_COOKIE } from '@shared/contract/view-names';
import { createContext, useContext, useState } from 'react';
import type { Place } from '../map/index.ts';

/** Set on the server, which reads the cookie of the request. */
export const RememberedPlace = createContext<Place | undefined>(undefined);

const YEAR_S = 31_536_000;
const FORM = new RegExp(`(?:^|; )${PLACE_COOKIE}=(-?\\d+(?:\\.\\d+)?),(-?\\d+(?:\\.\\d+)?)(?:;|$)`);
const round = (degrees: number) => Math.round(degrees * 100) / 100;

/** On the first screen of a page from another server, there is none. */
const isPrerendered = () => typeof document === 'object' && document.getElementById(DATA_ID) !== null;

/** Returns the place that this browser remembered before the page was opened, about a kilometre wide. */
export function useRememberedPlace(): Place | undefined {
  const given = useContext(RememberedPlace);
  const [read] = useState(() => (isPrerendered() ? readPlace(document.cookie) : undefined));
  return given ?? read;
}

function readPlace(cookies: string): Place | undefined {
  const [, lat, lng] = FORM.exec(cookies) ?? [];
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
