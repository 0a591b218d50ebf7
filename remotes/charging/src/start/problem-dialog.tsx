import { centsFromReais, formatBRL } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import { Link, usePaths } from '@shared/router';
import { balanceHiddenAtom } from '@shared/state';
import { Button, ButtonLink, Dialog, words } from '@shared/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { strings } from './strings.ts';

interface ProblemDialogProps {
  title: string;
  text: string;
  onClose: () => void;
  onRetry: () => void;
  retrying?: boolean;
  /** Prevents closing the dialog, while a retry is pending. */
  persistent?: boolean;
  /** Replaces the retry button when retrying is useless. */
  primaryAction?: ReactNode;
  /** Shown below the text. */
  hint?: ReactNode;
}

/** Reports a failure with one action and a way back. */
export function ProblemDialog(props: ProblemDialogProps) {
  const { title, text, hint, onClose, onRetry, retrying, persistent = false, primaryAction } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      persistent={persistent}
      actions={
        <>
          {primaryAction ?? (
            <Button variant="primary" pending={retrying} onClick={onRetry}>
              {words.retry}
            </Button>
          )}
          <Button disabled={persistent} onClick={onClose}>
            {words.back}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {hint}
    </Dialog>
  );
}

/** Link to the screen where the user adds credit. */
export function AddCredit() {
  return (
    <ButtonLink variant="primary" render={<Link to={usePaths().paymentMethods()} />}>
      {strings.addCredit}
    </ButtonLink>
  );
}

/** Explains a negative balance, as when a provider reverses a top-up. A hidden one stays hidden. */
export function Debt() {
  const cents = centsFromReais(useQuery(queries.balance()).data?.uwalBalance ?? 0);
  const isHidden = useAtomValue(balanceHiddenAtom);
  return cents < 0 && <p>{strings.debt(isHidden ? undefined : formatBRL(-cents))}</p>;
}
