import { Button } from '@shared/ui';
import { Notice } from '../notice/notice.tsx';
import { strings } from './strings.ts';

/** Shown when the shell itself threw. */
export function CrashScreen() {
  const reload = (
    <Button variant="primary" onClick={() => location.reload()}>
      {strings.reload}
    </Button>
  );
  return <Notice title={strings.crashed} text={strings.crashedText} action={reload} />;
}
