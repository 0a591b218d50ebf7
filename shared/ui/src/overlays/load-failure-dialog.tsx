import { Button, Dialog, words } from '@shared/ui';

interface LoadFailureDialogProps {
  /** What couldn't be loaded. */
  text: string;
  retrying: boolean;
  onRetry: () => void;
  /** Called to leave the screen, which has nothing to show. */
  onBack: () => void;
}

/** Dialog 'Falha' on a screen that has no data to show. */
export function LoadFailureDialog({ text, retrying, onRetry, onBack }: LoadFailureDialogProps) {
  return (
    <Dialog
      title={words.failure}
      onClose={onBack}
      actions={
        <>
          <Button variant="primary" pending={retrying} onClick={onRetry}>
            {words.retry}
          </Button>
          <Button onClick={onBack}>{words.back}</Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
