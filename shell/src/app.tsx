import { QueryClientProvider } from '@shared/client';
import { Provider, useAtomValue } from 'jotai';
import { brandStateAtom } from './brand/brand-state.ts';
import { LoadFailure } from './brand/load-failure.tsx';
import { CrashScreen } from './errors/crash-screen.tsx';
import { report } from './errors/report.ts';
import { Frame } from './frame.tsx';
import { RetryWhenOnline } from './offline/retry-when-online.tsx';
import type { Host } from './page-host.ts';
import { FailureBoundary } from './remotes/failure-boundary.tsx';
import { PreviewBanner } from './remotes/preview-banner.tsx';
import { Router } from './routing/router.tsx';
import { Toasts } from './toasts.tsx';

/** Renders a host's whole page. */
export function App({ host, onRetry }: { host: Host; onRetry: () => void }) {
  return (
    <FailureBoundary failure={() => <CrashScreen />} onFailure={(error) => report(error, 'shell')}>
      <Provider store={host.store}>
        <QueryClientProvider client={host.cache}>
          <PreviewBanner />
          <Content host={host} onRetry={onRetry} />
          <Toasts />
        </QueryClientProvider>
      </Provider>
    </FailureBoundary>
  );
}

function Content({ host, onRetry }: { host: Host; onRetry: () => void }) {
  const state = useAtomValue(brandStateAtom);
  const { source, hasHeader, basename } = host;
  if (state === 'failed')
    return (
      <RetryWhenOnline retry={onRetry}>
        <LoadFailure onRetry={onRetry} />
      </RetryWhenOnline>
    );
  if (state === 'loading') return <Frame hasHeader={hasHeader} />;
  return <Router source={source} hasHeader={hasHeader} basename={basename} />;
}
