/** Basemap: a Mapbox style, a public style, or our own drawing, which needs no network. */
export type Ground = { kind: 'mapbox'; token: string } | { kind: 'style'; url: string } | { kind: 'own' };

/** Map settings of `config.json`. */
interface MapConfig {
  mapboxToken?: string | undefined;
  styleUrl?: string | undefined;
}

/** Returns the basemaps in the order in which they are tried; our own drawing is always last. */
export function groundsOf(map: MapConfig | undefined): Ground[] {
  return [
    ...(map?.mapboxToken ? [{ kind: 'mapbox', token: map.mapboxToken } as const] : []),
    ...(map?.styleUrl ? [{ kind: 'style', url: map.styleUrl } as const] : []),
    { kind: 'own' },
  ];
}

/** Returns the library that draws a basemap. */
export const engineOf = ({ kind }: Ground) => (kind === 'mapbox' ? 'mapbox' : 'maplibre');
