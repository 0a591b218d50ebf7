/** Basemap: a Mapbox style, a public style, or our own drawing, which needs no connection. */
export type Basemap = { kind: 'mapbox'; token: string } | { kind: 'style'; url: string } | { kind: 'own' };

/** Map settings of `config.json`. */
export interface MapConfig {
  mapboxToken?: string | undefined;
  styleUrl?: string | undefined;
}

/** Returns the basemaps in the order in which they are tried; our own drawing is always last. */
export function basemapsOf(map: MapConfig | undefined): Basemap[] {
  return [
    ...(map?.mapboxToken ? [{ kind: 'mapbox', token: map.mapboxToken } as const] : []),
    ...(map?.styleUrl ? [{ kind: 'style', url: map.styleUrl } as const] : []),
    { kind: 'own' },
  ];
}

/** Returns the library that draws a basemap. */
export const engineOf = ({ kind }: Basemap) => (kind === 'mapbox' ? 'mapbox' : 'maplibre');
