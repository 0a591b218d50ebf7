import { LOW_BALANCE } from '@shared/contract';
import { AddCredit, ProblemDialog } from '../start/problem-dialog.tsx';
import { startErrorMessage } from './start-errors.ts';
import { strings } from './strings.ts';

interface StartDialogProps {
  onRetry: () => void;
  onClose: () => void;
  retrying: boolean;
}

/** The 60 s are over, and no car was plugged in (specification, section 4). */
export function WaitOverDialog(props: StartDialogProps) {
  return (
    <ProblemDialog {...props} title={strings.waitOver} text={strings.waitOverText} held={props.retrying} />
  );
}

/** The charge point accepted, and then couldn't start. */
export function StartErrorDialog({ code, ...props }: StartDialogProps & { code: string }) {
  return (
    <ProblemDialog
      {...props}
      title={strings.startError}
      text={startErrorMessage(code)}
      held={props.retrying}
      instead={code === LOW_BALANCE ? <AddCredit /> : undefined}
    />
  );
}
