import { useNavigate, usePaths } from '@shared/router';
import { Button, Dialog } from '@shared/ui';
import { isTold, type Outcome } from './outcome.ts';
import { results } from './strings.ts';

interface ResultDialogProps {
  outcome: Outcome | undefined;
  onClose: () => void;
}

/** Tells how a top-up ended, where something is to be told. */
export function ResultDialog({ outcome, onClose }: ResultDialogProps) {
  const navigate = useNavigate();
  const home = usePaths().home();
  if (!isTold(outcome)) return null;
  const { title, text, close } = results[outcome];
  // A payment on its way isn't to be made once more: the screen that makes it is left.
  const leave = outcome === 'processing' ? () => navigate(home, { replace: true }) : onClose;
  return (
    <Dialog
      title={title}
      onClose={leave}
      cross={false}
      actions={
        <Button variant="primary" onClick={leave}>
          {close}
        </Button>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
