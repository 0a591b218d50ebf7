import { configAtom } from '@shared/state';
import { FailureState, QueryState } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { Component, type ReactNode } from 'react';
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
        <MapBoundary>
          <map.SiteMap {...props} />
        </MapBoundary>
      ) : (
        <QueryState query={query} failure={strings.mapFailure} height="100%" />
      )}
    </div>
  );
}

/** Contains rendering errors of the map, such as a lost WebGL context or a library error. */
class MapBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <FailureState message={strings.mapFailure} onRetry={() => this.setState({ failed: false })} />;
  }
}
