import { configAtom } from '@shared/state';
import { QueryState } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { loadSiteMap, type SiteMapProps } from '../map/index.ts';
import styles from './map-pane.module.css';
import { strings } from './strings.ts';
import { useModule } from './use-module.ts';

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
