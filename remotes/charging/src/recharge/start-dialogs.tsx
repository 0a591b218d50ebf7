import { LOW_BALANCE } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { Button, ButtonLink, Dialog } from '@shared/ui';
import { startErrorMessage } from './start-errors.ts';
import { strings } from './strings.ts';

interface StartDialogProps {
  onRetry: () => void;
  onClose: () => void;
  retrying: boolean;
}

/** The 60 s are over, and no car was plugged in (specification, section 4). */
export function WaitOverDialog({ onRetry, onClose, retrying }: StartDialogProps) {
  return (
    <Dialog
      title={strings.waitOver}
      onClose={onClose}
      persistent={retrying}
      actions={
        <>
          <Button variant="primary" full pending={retrying} onClick={onRetry}>
            {strings.retry}
          </Button>
          <Button full disabled={retrying} onClick={onClose}>
            {strings.back}
          </Button>
        </>
      }
    >
      <p>{strings.waitOverText}</p>
    </Dialog>
  );
}

/** The charge point accepted, and then couldn't start. */
export function StartErrorDialog({ code, onRetry, onClose, retrying }: StartDialogProps & { code: string }) {
  const paths = usePaths();
  return (
    <Dialog
      title={strings.startError}
      onClose={onClose}
      persistent={retrying}
      actions={
        <>
          {code === LOW_BALANCE ? (
            <ButtonLink variant="primary" full render={<Link to={paths.paymentMethods()} />}>
              {strings.addCredit}
            </ButtonLink>
          ) : (
            <Button variant="primary" full pending={retrying} onClick={onRetry}>
              {strings.retry}
            </Button>
          )}
          <Button full disabled={retrying} onClick={onClose}>
            {strings.back}
          </Button>
        </>
      }
    >
      <p>{startErrorMessage(code)}</p>
    </Dialog>
  );
}
