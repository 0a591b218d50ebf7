import { FailureState, Page } from '@shared/ui';
import { strings } from './strings.ts';

/** The app's own data couldn't be had: nothing can be shown without it. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Page>
      <FailureState message={strings.loadFailure} onRetry={onRetry} />
    </Page>
  );
}
