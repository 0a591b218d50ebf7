import type { AppConfig } from '@shared/contract';
import type { Basemap, Engine } from './engine.ts';

/** Map settings of `config.json`. */
export type MapConfig = Partial<NonNullable<AppConfig['map']>>;

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

/** Each library is loaded only when a map that needs it is shown. */
const LIBRARIES = {
  mapbox: async () => (await import('./mapbox-engine.tsx')).MapboxEngine,
  maplibre: async () => (await import('./maplibre-engine.tsx')).MaplibreEngine,
} satisfies Record<ReturnType<typeof engineOf>, () => Promise<Engine>>;

export const loadLibrary = (name: keyof typeof LIBRARIES) => LIBRARIES[name]();

/** Preloads the first basemap's library. The map reports a failure. */
export function preloadLibrary(map: MapConfig | undefined): void {
  const [first] = basemapsOf(map);
  if (first) loadLibrary(engineOf(first)).catch(() => {});
}
