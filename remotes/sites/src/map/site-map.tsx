import { FailureState, Loading } from '@shared/ui';
import { useState } from 'react';
import styles from './map.module.css';
import { MapBoundary } from './map-boundary.tsx';
import { MapStage } from './map-stage.tsx';
import type { SiteMapProps } from './site-map-props.ts';
import { strings } from './strings.ts';
import { useBasemap } from './use-basemap.ts';
import { useEngine } from './use-engine.ts';

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
