import { Link, usePaths } from '@shared/router';
import { Button, ButtonLink, Dialog } from '@shared/ui';
import type { ReactNode } from 'react';
import { strings } from './strings.ts';

interface ProblemDialogProps {
  title: string;
  text: string;
  onClose: () => void;
  onRetry: () => void;
  retrying?: boolean;
  /** The retry must finish first: the dialog can't be closed until then. */
  held?: boolean;
  /** Replaces the retry button when retrying is useless. */
  instead?: ReactNode;
}

/** Reports a failure with one action and a way back. */
export function ProblemDialog(props: ProblemDialogProps) {
  const { title, text, onClose, onRetry, retrying, held = false, instead } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      persistent={held}
      actions={
        <>
          {instead ?? (
            <Button variant="primary" pending={retrying} onClick={onRetry}>
              {strings.retry}
            </Button>
          )}
          <Button disabled={held} onClick={onClose}>
            {strings.back}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

/** Link to the screen where the user adds credit. */
export function AddCredit() {
  return (
    <ButtonLink variant="primary" render={<Link to={usePaths().paymentMethods()} />}>
      {strings.addCredit}
    </ButtonLink>
  );
}
