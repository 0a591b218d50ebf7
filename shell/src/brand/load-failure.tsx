import { FailureState, Page } from '@shared/ui';
import { strings } from './strings.ts';

/** Shown when the configuration or the brand can't be loaded. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Page>
      <FailureState message={strings.loadFailure} onRetry={onRetry} />
    </Page>
  );
}
