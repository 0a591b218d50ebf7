import { LOW_BALANCE } from '@shared/contract';
import { AddCredit, ProblemDialog } from '../start/problem-dialog.tsx';
import { startErrorMessage } from './start-errors.ts';
import { strings } from './strings.ts';

interface StartDialogProps {
  onRetry: () => void;
  onClose: () => void;
  retrying: boolean;
}

/** Shown when the 60 s have passed without a car plugged in. */
export function WaitOverDialog(props: StartDialogProps) {
  return (
    <ProblemDialog {...props} title={strings.waitOver} text={strings.waitOverText} held={props.retrying} />
  );
}

/** Shown when the charge point accepted the start but then failed to begin the charge. */
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
