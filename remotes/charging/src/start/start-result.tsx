import { Link, usePaths } from '@shared/router';
import { Button, ButtonLink, Dialog } from '@shared/ui';
import type { ReactNode } from 'react';
import type { StartOutcome } from './outcome.ts';
import { strings } from './strings.ts';

type Refused = Exclude<StartOutcome, { kind: 'accepted' }>;

interface StartResultProps {
  outcome: Refused;
  onRetry: () => void;
  onClose: () => void;
}

/** Why a start came to nothing, and what to do about it (specification, section 8). */
export function StartResult({ outcome, onRetry, onClose }: StartResultProps) {
  const paths = usePaths();
  const retry = (
    <Button variant="primary" full onClick={onRetry}>
      {strings.retry}
    </Button>
  );
  const rows = {
    noCredit: {
      title: strings.noCredit,
      text: strings.noCreditText,
      action: (
        <ButtonLink variant="primary" full render={<Link to={paths.paymentMethods()} />}>
          {strings.addCredit}
        </ButtonLink>
      ),
    },
    unavailable: { title: strings.unavailable, text: strings.unavailableText, action: retry },
    couponError: {
      title: strings.couponError,
      text: outcome.kind === 'couponError' && outcome.message ? outcome.message : strings.couponErrorText,
      action: retry,
    },
  } satisfies Record<Refused['kind'], { title: string; text: string; action: ReactNode }>;
  const { title, text, action } = rows[outcome.kind];
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {action}
          <Button full onClick={onClose}>
            {strings.back}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
