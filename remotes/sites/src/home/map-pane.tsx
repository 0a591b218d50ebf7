import { configAtom } from '@shared/state';
import { QueryState } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { loadSiteMap, type SiteMapProps } from '../map/index.ts';
import { useMedia } from '../use-media.ts';
import { useModule } from '../use-module.ts';
import styles from './map-pane.module.css';
import { strings } from './strings.ts';

/** The map, loaded when it is first shown. If it fails, the list beside it keeps working. */
export function MapPane(props: SiteMapProps) {
  const config = useAtomValue(configAtom)?.map;
  const query = useModule('site-map', () => loadSiteMap(config), true);
  const map = query.data;
  return (
    <div className={styles.pane}>
      {map ? (
        <map.SiteMap {...props} />
      ) : (
        <QueryState query={query} failure={strings.mapFailure} height="100%" />
      )}
    </div>
  );
}

/** Media query for list and map side by side; the style sheet has the same. */
const SIDE_BY_SIDE = '(min-width: 64rem)';
/** Delay in browsers without `requestIdleCallback`. */
const IDLE_FALLBACK_MS = 300;

/**
 * Returns whether to show the map: if it was chosen, or beside the list on a wide screen. There it
 * waits until the list has settled and the browser is idle, so as not to delay the first card.
 */
export function useMapShown(chosen: boolean, listSettled: boolean): boolean {
  const isWide = useMedia(SIDE_BY_SIDE);
  const [isIdle, setIdle] = useState(false);
  const waits = isWide && listSettled && !isIdle;
  useEffect(() => {
    if (!waits) return;
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback === 'function') {
      const id = requestIdleCallback(() => setIdle(true), { timeout: 2000 });
      return () => cancelIdleCallback(id);
    }
    const timer = setTimeout(() => setIdle(true), IDLE_FALLBACK_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return chosen || (isWide && isIdle);
}
