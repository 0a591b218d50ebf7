import { useNavigate, usePaths } from '@shared/router';
import { Button, Dialog, words } from '@shared/ui';
import { hasMessage, type Outcome } from './outcome.ts';
import { results } from './strings.ts';

interface ResultDialogProps {
  outcome: Outcome | undefined;
  /** A retry is pending. */
  retrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Shows the outcome of a top-up if it has a message. A failed Pix code can be requested again. */
export function ResultDialog({ outcome, retrying, onRetry, onClose }: ResultDialogProps) {
  const navigate = useNavigate();
  const home = usePaths().home();
  if (!hasMessage(outcome)) return null;
  const { title, text, close } = results[outcome];
  // Leave the screen while a payment is processing, so that the user doesn't pay twice.
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
              {words.retry}
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
