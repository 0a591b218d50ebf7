import { Button, EmptyState, Page } from '@shared/ui';
import { strings } from './strings.ts';

/** What is left to show when the shell itself threw. */
export function CrashScreen() {
  return (
    <Page>
      <EmptyState
        title={strings.crashed}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {strings.reload}
          </Button>
        }
      >
        {strings.crashedText}
      </EmptyState>
    </Page>
  );
}
