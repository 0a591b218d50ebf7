import { QueryClientProvider } from '@shared/client';
import { RouterProvider } from '@shared/router';
import { Provider, useAtomValue } from 'jotai';
import { brandStateAtom } from './brand/brand-state.ts';
import { LoadFailure } from './brand/load-failure.tsx';
import { CrashScreen } from './errors/crash-screen.tsx';
import { report } from './errors/report.ts';
import { Frame } from './frame.tsx';
import type { Host } from './host.tsx';
import { FailureBoundary } from './remotes/failure-boundary.tsx';
import { PreviewBanner } from './remotes/preview-banner.tsx';
import { Toasts } from './toasts.tsx';

/** The whole page of a host. */
export function App({ host, onRetry }: { host: Host; onRetry: () => void }) {
  return (
    <FailureBoundary failure={() => <CrashScreen />} onFailure={(error) => report(error, 'shell')}>
      <Provider store={host.store}>
        <QueryClientProvider client={host.cache}>
          <PreviewBanner />
          <Content hasHeader={host.hasHeader} onRetry={onRetry} />
          <Toasts />
        </QueryClientProvider>
      </Provider>
    </FailureBoundary>
  );
}

function Content({ hasHeader, onRetry }: { hasHeader: boolean; onRetry: () => void }) {
  const state = useAtomValue(brandStateAtom);
  if (state.status === 'ready') return <RouterProvider router={state.router} />;
  return state.status === 'failed' ? <LoadFailure onRetry={onRetry} /> : <Frame hasHeader={hasHeader} />;
}
