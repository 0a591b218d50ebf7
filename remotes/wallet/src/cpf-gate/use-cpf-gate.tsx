import { queries, useQuery } from '@shared/client';
import { Link, usePaths } from '@shared/router';
import { Button, ButtonLink, Dialog } from '@shared/ui';
import { type ReactNode, useState } from 'react';
import { strings } from './strings.ts';

interface CpfGate {
  /** Whether the person may go on; where the CPF is missing, asks for it and answers false. */
  pass: () => boolean;
  /** To be rendered by the screen. */
  question: ReactNode;
}

/**
 * Paying needs a CPF in the profile (specification, section 5). A profile that isn't known stops nobody: the server
 * decides then.
 */
export function useCpfGate(): CpfGate {
  const { data: user } = useQuery(queries.userProfile());
  const [asking, setAsking] = useState(false);
  const missing = user !== undefined && !user.cpf;
  return {
    pass: () => {
      if (missing) setAsking(true);
      return !missing;
    },
    question: asking && <CpfQuestion onClose={() => setAsking(false)} />,
  };
}

/** Says that the CPF is missing, and offers the profile. */
export function CpfQuestion({ onClose }: { onClose: () => void }) {
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
          <Button onClick={onClose}>{strings.cancel}</Button>
        </>
      }
    >
      <p>{strings.text}</p>
    </Dialog>
  );
}
