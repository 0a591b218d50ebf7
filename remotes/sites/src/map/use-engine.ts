import { useEffect, useState } from 'react';
import { engineOf } from './basemaps.ts';
import type { Engine } from './engine.ts';
import type { MapStage } from './map-stage.tsx';
import { mapboxWorker, maplibreWorker } from './map-workers.ts';
import type { ActiveBasemap } from './use-basemap.ts';

/** Each library is loaded only when a map that needs it is shown. */
const ENGINES = {
  mapbox: async () => {
    const [{ MapboxEngine, setWorkerUrl }, worker] = await Promise.all([
      import('./mapbox-engine.tsx'),
      mapboxWorker(),
    ]);
    setWorkerUrl(worker);
    return MapboxEngine;
  },
  maplibre: async () => {
    const [{ MaplibreEngine, setWorkerUrl }, worker] = await Promise.all([
      import('./maplibre-engine.tsx'),
      maplibreWorker(),
    ]);
    setWorkerUrl(worker);
    return MaplibreEngine;
  },
} satisfies Record<ReturnType<typeof engineOf>, () => Promise<Engine>>;

interface Loaded {
  key: string;
  Engine: Engine;
  MapStage: typeof MapStage;
}

/** Returns the library for a basemap once loaded. A failed load counts as a failed basemap. */
export function useEngine({ key, current, fail }: ActiveBasemap): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  const engine = engineOf(current);
  useEffect(() => {
    let wanted = true;
    Promise.all([ENGINES[engine](), import('./map-stage.tsx')]).then(
      ([Engine, { MapStage }]) => wanted && setLoaded({ key, Engine, MapStage }),
      (error: unknown) => wanted && fail(error),
    );
    return () => {
      wanted = false;
    };
  }, [engine, key, fail]);
  return loaded?.key === key ? loaded : undefined;
}
