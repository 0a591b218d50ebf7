import { Button, Dialog } from '@shared/ui';
import { Check } from '@shared/ui/icons';
import { strings as common } from '../parts/strings.ts';
import { SuccessIcon } from '../parts/success-icon.tsx';
import { strings } from './strings.ts';

interface AccountCreatedProps {
  email: string;
  isMailSent: boolean;
  onContinue: () => void;
}

/** Closing it in any way navigates to the login. */
export function AccountCreated({ email, isMailSent, onContinue }: AccountCreatedProps) {
  return (
    <Dialog
      title={strings.created}
      icon={
        <SuccessIcon>
          <Check />
        </SuccessIcon>
      }
      onClose={onContinue}
      actions={
        <Button variant="primary" onClick={onContinue}>
          {common.toLogin}
        </Button>
      }
    >
      <p>{(isMailSent ? strings.confirmationSent : strings.confirmationNotSent)(email)}</p>
    </Dialog>
  );
}
