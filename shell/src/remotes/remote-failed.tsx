import { FailureState, Page } from '@shared/ui';
import { strings } from './strings.ts';

/** What stands in a screen's place when its remote couldn't be loaded or threw. */
export function RemoteFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Page>
      <FailureState message={strings.failureTitle} onRetry={onRetry}>
        {strings.failureText}
      </FailureState>
    </Page>
  );
}
