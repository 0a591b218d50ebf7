import { useNavigate, usePaths } from '@shared/router';
import { Button, Dialog } from '@shared/ui';
import { isTold, type Outcome } from './outcome.ts';
import { results, strings } from './strings.ts';

interface ResultDialogProps {
  outcome: Outcome | undefined;
  /** The top-up is being tried again. */
  retrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Shows the outcome of a top-up if it needs words. A Pix code that failed can be requested again at once. */
export function ResultDialog({ outcome, retrying, onRetry, onClose }: ResultDialogProps) {
  const navigate = useNavigate();
  const home = usePaths().home();
  if (!isTold(outcome)) return null;
  const { title, text, close } = results[outcome];
  // A payment on its way isn't to be made once more: the screen that makes it is left.
  const leave = outcome === 'processing' ? () => navigate(home, { replace: true }) : onClose;
  const canRetry = outcome === 'pixFailed';
  return (
    <Dialog
      title={title}
      onClose={leave}
      cross={false}
      persistent={retrying}
      actions={
        <>
          {canRetry && (
            <Button variant="primary" pending={retrying} onClick={onRetry}>
              {strings.retry}
            </Button>
          )}
          <Button variant={canRetry ? 'secondary' : 'primary'} disabled={retrying} onClick={leave}>
            {close}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
