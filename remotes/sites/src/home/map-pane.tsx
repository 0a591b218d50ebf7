import { FailureState, Loading, Skeleton } from '@shared/ui';
import { Component, type ReactNode } from 'react';
import { loadSiteMap, type SiteMapProps } from '../map/index.ts';
import styles from './map-pane.module.css';
import { strings } from './strings.ts';
import { useModule } from './use-module.ts';

/** The map, fetched once it is shown. Whatever happens to it, the list beside it goes on. */
export function MapPane(props: SiteMapProps) {
  const { data: map, isError, isFetching, refetch } = useModule('site-map', loadSiteMap, true);
  return (
    <div className={styles.pane}>
      {map ? (
        <MapBoundary>
          <map.SiteMap {...props} />
        </MapBoundary>
      ) : isError ? (
        <FailureState message={strings.mapFailure} onRetry={() => refetch()} retrying={isFetching} />
      ) : (
        <Loading>
          <Skeleton height="100%" />
        </Loading>
      )}
    </div>
  );
}

/** A map that can't be drawn (a lost graphics context, a library's error) fails in its own place. */
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
