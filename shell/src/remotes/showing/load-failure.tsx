import { onlineAtom } from '@shared/state';
import { FailureState, Page } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { RetryWhenOnline } from './retry-when-online.tsx';
import { strings } from './strings.ts';

/** Rendered in place of a screen that failed. */
export const LoadFailure = ({ retry, since }: { retry: () => void; since: number | undefined }) => (
  <RetryWhenOnline retry={retry} since={since}>
    <Page>
      <FailureState message={strings.failureTitle} onRetry={retry}>
        {useAtomValue(onlineAtom) ? strings.failureText : strings.offlineText} {strings.chargesGoOn}
      </FailureState>
    </Page>
  </RetryWhenOnline>
);
