import { FailureState, Loading } from '@shared/ui';
import { useEffect, useState } from 'react';
import { engineOf, loadLibrary } from './basemaps.ts';
import type { Engine } from './engine.ts';
import styles from './map.module.css';
import { MapBoundary } from './map-boundary.tsx';
import { MapStage } from './map-stage.tsx';
import { loadWorkerScript } from './map-workers.ts';
import type { SiteMapProps } from './site-map-props.ts';
import { strings } from './strings.ts';
import { type ActiveBasemap, useBasemap } from './use-basemap.ts';

/**
 * Map of sites. Fills its container, which must have a height. Loads its library and basemap when
 * first shown; if no basemap works it shows a failure, and the list remains available.
 */
export function SiteMap(props: SiteMapProps) {
  return (
    <MapBoundary>
      <MapOnBasemap {...props} />
    </MapBoundary>
  );
}

function MapOnBasemap(props: SiteMapProps) {
  const basemap = useBasemap();
  const Engine = useEngine(basemap);
  const [visible, setVisible] = useState<string>();
  const [ready, setReady] = useState<string>();
  const isReady = ready === basemap.key;
  return (
    <div className={styles.map}>
      {basemap.failed ? (
        <div className={styles.failure}>
          <FailureState message={strings.failure} onRetry={basemap.retry}>
            {strings.listRemains}
          </FailureState>
        </div>
      ) : (
        <>
          {Engine && (
            <MapStage
              key={basemap.key}
              {...props}
              Engine={Engine}
              basemap={basemap.current}
              dark={basemap.dark}
              onFirstFrame={() => setVisible(basemap.key)}
              onReady={() => {
                basemap.settled();
                setReady(basemap.key);
              }}
              onFailed={basemap.fail}
            />
          )}
          {!isReady && (
            <div className={styles.veil} data-light={visible === basemap.key}>
              <Loading height="100%" />
              {basemap.slow && (
                <p className={styles.note} role="status">
                  {strings.slow}
                </p>
              )}
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** Returns the library for a basemap once loaded. A failed load counts as a failed basemap. */
function useEngine({ key, current, failed, fail }: ActiveBasemap): Engine | undefined {
  const [loaded, setLoaded] = useState<{ key: string; Engine: Engine }>();
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
