import { Link, usePaths } from '@shared/router';
import { useMayStart } from '@shared/state/guest-session';
import { Button, ButtonLink, Dialog } from '@shared/ui';
import { QrCode } from '@shared/ui/icons';
import { startTransition, useState } from 'react';
import { strings } from './strings.ts';

/**
 * Link to the scanner; guests get a login prompt that continues to the scanner, unless the brand lets
 * them charge.
 */
export function QrButton() {
  const paths = usePaths();
  const mayStart = useMayStart();
  const [inviting, setInviting] = useState(false);
  const look = { variant: 'primary', icon: <QrCode />, full: true } as const;
  if (mayStart) {
    return (
      <ButtonLink {...look} render={<Link to={paths.qrcode()} />}>
        {strings.qrCode}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button {...look} onClick={() => startTransition(() => setInviting(true))}>
        {strings.qrCode}
      </Button>
      {inviting && (
        <Dialog
          title={strings.loginTitle}
          onClose={() => startTransition(() => setInviting(false))}
          actions={
            // The scanner's route guard redirects to the login and back.
            <ButtonLink variant="primary" full render={<Link to={paths.qrcode()} />}>
              {strings.login}
            </ButtonLink>
          }
        >
          <p>{strings.loginText}</p>
        </Dialog>
      )}
    </>
  );
}
