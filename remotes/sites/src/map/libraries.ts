import { basemapsOf, engineOf, type MapConfig } from './basemaps.ts';
import type { Engine } from './engine.ts';

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
