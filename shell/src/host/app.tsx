import { QueryClientProvider } from '@shared/client';
import { FailureBoundary } from '@shared/router/rendering';
import { dismissToastAtom, toastsAtom } from '@shared/state';
import { Button, FailureState, Page, ToastRegion, words } from '@shared/ui';
import { Provider, useAtomValue, useSetAtom } from 'jotai';
import { brandStateAtom } from '../brand/load-brand.ts';
import { report } from '../errors/report.ts';
import { Notice } from '../notice/notice.tsx';
import { RetryWhenOnline } from '../remotes/showing/retry-when-online.tsx';
import { Router } from '../routing/router.tsx';
import type { Host } from './host.ts';
import { strings } from './strings.ts';

export function App({ host, onRetry }: { host: Host; onRetry: () => void }) {
  return (
    <FailureBoundary failure={() => <CrashScreen />} onFailure={(error) => report(error, 'shell')}>
      <Provider store={host.store}>
        <QueryClientProvider client={host.cache}>
          <Content host={host} onRetry={onRetry} />
          <Toasts />
        </QueryClientProvider>
      </Provider>
    </FailureBoundary>
  );
}

/** Shown when the shell itself threw. */
function CrashScreen() {
  const reload = (
    <Button variant="primary" onClick={() => location.reload()}>
      {strings.reload}
    </Button>
  );
  return <Notice title={strings.crashed} text={strings.crashedText} action={reload} />;
}

function Content({ host, onRetry }: { host: Host; onRetry: () => void }) {
  const state = useAtomValue(brandStateAtom);
  const { source, hasHeader, basename, history } = host;
  if (state === 'failed')
    return (
      <RetryWhenOnline retry={onRetry} since={host.openedAt}>
        <Page>
          <FailureState message={strings.loadFailure} onRetry={onRetry} />
        </Page>
      </RetryWhenOnline>
    );
  if (state === 'loading') return <Frame hasHeader={hasHeader} />;
  return <Router source={source} hasHeader={hasHeader} basename={basename} history={history} />;
}

/** Shown until the brand is known; the same markup as in the HTML before any code runs. */
function Frame({ hasHeader }: { hasHeader: boolean }) {
  return (
    <>
      {hasHeader && <div className="frame-header" />}
      <div className="frame-body" role="status" aria-label={words.loading}>
        <div className="frame-bone" />
        <div className="frame-bone" />
        <div className="frame-bone" />
      </div>
    </>
  );
}

function Toasts() {
  return <ToastRegion toasts={useAtomValue(toastsAtom)} onDismiss={useSetAtom(dismissToastAtom)} />;
}
