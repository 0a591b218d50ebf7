import { FailureState, Page } from '@shared/ui';
import { RetryWhenOnline } from '../offline/retry-when-online.tsx';
import { strings } from './strings.ts';

/** Rendered in place of a screen that failed. */
export const LoadFailure = ({ retry }: { retry: () => void }) => (
  <RetryWhenOnline retry={retry}>
    <Page>
      <FailureState message={strings.failureTitle} onRetry={retry}>
        {strings.failureText}
      </FailureState>
    </Page>
  </RetryWhenOnline>
);
