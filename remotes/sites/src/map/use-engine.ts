import { useEffect, useState } from 'react';
import { engineOf } from './basemaps.ts';
import type { Engine } from './engine.ts';
import { loadLibrary } from './libraries.ts';
import { loadWorkerScript } from './map-workers.ts';
import type { ActiveBasemap } from './use-basemap.ts';

interface Loaded {
  key: string;
  Engine: Engine;
}

/** Returns the library for a basemap once loaded. A failed load counts as a failed basemap. */
export function useEngine({ key, current, failed, fail }: ActiveBasemap): Engine | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  const name = engineOf(current);
  useEffect(() => {
    // Each failure changes the key: without this, it would load again for ever.
    if (failed) return;
    let active = true;
    const load = async () => {
      const Engine = await loadLibrary(name);
      if (!active) return;
      setLoaded({ key, Engine });
      // Only now, so as not to delay the library on a slow connection: the map's first frame needs
      // no worker.
      await loadWorkerScript[name]();
    };
    load().catch((error: unknown) => active && fail(error));
    return () => {
      active = false;
    };
  }, [name, key, failed, fail]);
  return loaded?.key === key ? loaded.Engine : undefined;
}
