import { useEffect, useState } from 'react';
import type { Engine } from './engine.ts';
import { engineOf } from './grounds.ts';
import type { MapStage } from './map-stage.tsx';
import { mapboxWorker, maplibreWorker } from './map-workers.ts';
import type { GroundInUse } from './use-ground.ts';

/** Neither library is loaded before a map that needs it is shown. */
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

/** The library that draws a ground, once loaded; one that can't be loaded counts as a ground that can't be had. */
export function useEngine({ key, current, fail }: GroundInUse): Loaded | undefined {
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
