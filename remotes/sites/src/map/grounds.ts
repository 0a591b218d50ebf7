/** What the pins stand on: a style of Mapbox, a public style, or our own drawing, which needs no network. */
export type Ground = { kind: 'mapbox'; token: string } | { kind: 'style'; url: string } | { kind: 'own' };

/** What `config.json` says of the map. */
interface MapConfig {
  mapboxToken?: string | undefined;
  styleUrl?: string | undefined;
}

/** The grounds in the order in which they are tried; the last is always there. */
export function groundsOf(map: MapConfig | undefined): Ground[] {
  return [
    ...(map?.mapboxToken ? [{ kind: 'mapbox', token: map.mapboxToken } as const] : []),
    ...(map?.styleUrl ? [{ kind: 'style', url: map.styleUrl } as const] : []),
    { kind: 'own' },
  ];
}

/** Which library draws a ground. */
export const engineOf = ({ kind }: Ground) => (kind === 'mapbox' ? 'mapbox' : 'maplibre');
