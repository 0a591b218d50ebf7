import { queries, useQuery } from '@shared/client';
import { Link, usePaths } from '@shared/router';
import { Button, ButtonLink, Dialog, words } from '@shared/ui';
import { useState } from 'react';
import { strings } from './strings.ts';

/**
 * Guards payments, which need a CPF in the profile. An unknown profile passes, as the server checks
 * too.
 */
export function useCpfGate() {
  const { data: user } = useQuery(queries.userProfile());
  const [isOpen, setOpen] = useState(false);
  const missing = user !== undefined && !user.cpf;
  return {
    /** Returns true if the user may continue; otherwise opens the dialog about the missing CPF. */
    pass: () => {
      if (missing) setOpen(true);
      return !missing;
    },
    /** Must be rendered by the screen. */
    dialog: isOpen && <MissingCpfDialog onClose={() => setOpen(false)} />,
  };
}

/** Dialog that explains the missing CPF and links to the profile. */
export function MissingCpfDialog({ onClose }: { onClose: () => void }) {
  const paths = usePaths();
  return (
    <Dialog
      title={strings.title}
      onClose={onClose}
      actions={
        <>
          <ButtonLink variant="primary" render={<Link to={`${paths.userProfile()}?required=cpf`} />}>
            {strings.profile}
          </ButtonLink>
          <Button onClick={onClose}>{words.cancel}</Button>
        </>
      }
    >
      <p>{strings.text}</p>
    </Dialog>
  );
}
