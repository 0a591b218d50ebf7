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
  /** What is tried can't be left halfway: the dialog stays until it is done. */
  held?: boolean;
  /** The way on where trying again is none. */
  instead?: ReactNode;
}

/** Says what came to nothing, with one way on and the way back. */
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

/** Leads to where credit is added. */
export function AddCredit() {
  return (
    <ButtonLink variant="primary" render={<Link to={usePaths().paymentMethods()} />}>
      {strings.addCredit}
    </ButtonLink>
  );
}
