import { FailureState, Loading, Skeleton } from '@shared/ui';
import { useState } from 'react';
import styles from './map.module.css';
import type { SiteMapProps } from './site-map-props.ts';
import { strings } from './strings.ts';
import { useEngine } from './use-engine.ts';
import { useGround } from './use-ground.ts';

/**
 * Map of sites. Fills its container, which must have a height. Loads its library and basemap when
 * first shown; if no basemap works it shows a failure, and the list remains available.
 */
export function SiteMap(props: SiteMapProps) {
  const ground = useGround();
  const engine = useEngine(ground);
  const [ready, setReady] = useState<string>();
  const isReady = ready === ground.key;
  return (
    <div className={styles.map}>
      {ground.failed ? (
        <div className={styles.failure}>
          <FailureState message={strings.failure} onRetry={ground.retry}>
            {strings.listRemains}
          </FailureState>
        </div>
      ) : (
        <>
          {engine && (
            <engine.MapStage
              key={ground.key}
              {...props}
              Engine={engine.Engine}
              ground={ground.current}
              dark={ground.dark}
              onReady={() => {
                ground.settled();
                setReady(ground.key);
              }}
              onFailed={ground.fail}
            />
          )}
          {!isReady && (
            <div className={styles.veil}>
              <Loading>
                <Skeleton height="100%" />
              </Loading>
            </div>
          )}
        </>
      )}
    </div>
  );
}
