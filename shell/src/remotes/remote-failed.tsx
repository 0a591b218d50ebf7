import { FailureState, Page } from '@shared/ui';
import { strings } from './strings.ts';

/** Rendered in place of a screen whose remote couldn't be loaded or threw. */
export function RemoteFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Page>
      <FailureState message={strings.failureTitle} onRetry={onRetry}>
        {strings.failureText}
      </FailureState>
    </Page>
  );
}
