import { LoadBoundary } from '@shared/router/rendering';
import { Dialog, FailureState, Loading, Skeleton } from '@shared/ui';
import { Provider } from 'jotai';
import { createRoot } from 'react-dom/client';
import { report } from '../errors/report.ts';
import type { Store } from '../page-state.ts';
import type { RemoteSource } from '../remotes/loading/remote-source.ts';
import { RetryWhenOnline } from '../remotes/showing/retry-when-online.tsx';
import { Panel } from './panel.tsx';
import { fetchReleases } from './releases.ts';
import { strings } from './strings.ts';

export interface ObservedPage {
  store: Store;
  source: Pick<RemoteSource, 'running'>;
}

let isOpen = false;

/** Opens the panel over the page; it describes the screen at that moment. */
export function openPanel({ store, source }: ObservedPage): void {
  if (isOpen) return;
  isOpen = true;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
    isOpen = false;
  };
  root.render(
    <Provider store={store}>
      <Dialog title={strings.title} onClose={close}>
        <LoadBoundary
          load={fetchReleases}
          loading={
            <Loading>
              <Skeleton height="12rem" />
            </Loading>
          }
          failure={(retry, startedAt) => (
            <RetryWhenOnline retry={retry} since={startedAt}>
              <FailureState message={strings.failure} onRetry={retry} />
            </RetryWhenOnline>
          )}
          onFailure={(error) => report(error, 'developer panel')}
        >
          {(releases) => <Panel {...releases} running={source.running ?? new Map()} />}
        </LoadBoundary>
      </Dialog>
    </Provider>,
  );
}
