import { keepPreviousData, queries, useQuery, useQueryClient } from '@shared/client';
import { useSearchParams } from '@shared/router';
import { atom, useAtom } from 'jotai';
import { useRef, useState } from 'react';
import type { MapArea, Place } from '../map/index.ts';
import {
  type ChosenPlace,
  filtersFrom,
  placeFrom,
  type SearchFilters,
  sitesAround,
  type View,
  viewFrom,
  withFilters,
  withPlace,
  withView,
} from './search-params.ts';
import { toTenMetres, useLocation } from './use-location.ts';

/** The list gets no live events about availability, so it is polled. */
const REFETCH_MS = 60_000;

/** What distances are measured from. */
export type Origin = 'device' | 'remembered' | 'default' | 'place' | 'area';

/**
 * Search of the home screen: around the area the map was moved to, otherwise around the chosen
 * place, the device's location or the default centre. The URL holds place, filters and view.
 */
export function useSiteSearch() {
  const [params, setParams] = useSearchParams();
  const cache = useQueryClient();
  const location = useLocation();
  const place = placeFrom(params);
  const filters = filtersFrom(params);
  const centre: Place = place ?? location.centre;
  const { area, move, reset } = useMapArea(centre);

  const from = area ? toTenMetres(area.centre) : centre;
  const sitesQuery = useQuery({
    ...sitesAround(from, filters, area?.radiusMetres),
    placeholderData: keepPreviousData,
    enabled: place !== undefined || area !== undefined || location.ready,
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });

  const [refreshedAt, setRefreshedAt] = useState(0);
  const replaceParams = (next: URLSearchParams) =>
    setParams(next, { replace: true, preventScrollReset: true });
  return {
    sitesQuery,
    location,
    origin: originOf(area !== undefined, place !== undefined, location),
    centre: { lat: centre.lat, lng: centre.lng },
    area,
    move,
    place,
    choosePlace: (chosen: ChosenPlace | undefined) => {
      reset();
      replaceParams(withPlace(params, chosen));
    },
    /** Returns from a moved map, otherwise from the chosen place. */
    goBack: () => (area ? reset() : replaceParams(withPlace(params, undefined))),
    /** Drops area and place, and locates the device. */
    goToDevice: () => {
      reset();
      if (place) replaceParams(withPlace(params, undefined));
      location.locate();
    },
    filters,
    applyFilters: (chosen: SearchFilters) => replaceParams(withFilters(params, chosen)),
    view: viewFrom(params),
    show: (view: View) => replaceParams(withView(params, view)),
    refreshedAt,
    refresh: () => {
      setRefreshedAt(Date.now());
      if (location.known) location.locate();
      void cache.invalidateQueries({ queryKey: queries.activeRecharges().queryKey });
      return sitesQuery.refetch();
    },
  };
}

function originOf(
  moved: boolean,
  chosen: boolean,
  { known, isRemembered }: ReturnType<typeof useLocation>,
): Origin {
  if (moved) return 'area';
  if (chosen) return 'place';
  if (isRemembered) return 'remembered';
  return known ? 'device' : 'default';
}

const DEBOUNCE_MS = 500;

/** The map's last area, and the search centre at that time. Global, to outlast the screen. */
const lastAreaAtom = atom<{ around: Place; area: MapArea } | undefined>(undefined);

/** Returns the area that the user moved the map to, while the search centre stays the same. */
function useMapArea(around: Place) {
  const [lastArea, setLastArea] = useAtom(lastAreaAtom);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSameCentre = lastArea?.around.lat === around.lat && lastArea.around.lng === around.lng;

  const reset = () => {
    clearTimeout(debounceTimer.current);
    setLastArea(undefined);
  };
  /** Takes effect when the map hasn't moved for 500 ms, even if the screen was left by then. */
  const move = (area: MapArea) => {
    clearTimeout(debounceTimer.current);
    debounceTimer.current = setTimeout(() => setLastArea({ around, area }), DEBOUNCE_MS);
  };
  return { area: isSameCentre ? lastArea.area : undefined, move, reset };
}
