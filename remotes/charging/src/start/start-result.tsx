import { couponRefusal } from '@shared/contract';
import type { StartOutcome } from './outcome.ts';
import { AddCredit, Debt, ProblemDialog } from './problem-dialog.tsx';
import { strings } from './strings.ts';

type Refused = Exclude<StartOutcome, { kind: 'accepted' }>;

interface StartResultProps {
  outcome: Refused & { isUnknown: boolean };
  /** Returns to the confirmation if the driver has to choose again. */
  onRetry: () => void;
  onClose: () => void;
}

const ROWS = {
  noCredit: { title: strings.noCredit, text: strings.noCreditText, primaryAction: <AddCredit /> },
  unavailable: { title: strings.unavailable, text: strings.unavailableText },
  reserved: { title: strings.reservedTitle, text: strings.turnOfOther, primaryAction: false },
  // The limit holds for a day, so a retry would be refused too.
  tooMany: { title: strings.tooMany, text: strings.tooManyText, primaryAction: false },
  vehicle: { title: strings.vehicleRefused, text: strings.vehicleRequired },
  couponError: { title: strings.couponError, text: strings.couponErrorText },
} as const satisfies Record<Refused['kind'], object>;

/** Shows why a start failed and what the user can do. */
export function StartResult({ outcome, onRetry, onClose }: StartResultProps) {
  const row = ROWS[outcome.kind];
  const text = (outcome.kind === 'couponError' && couponText(outcome.message)) || row.text;
  const hint = outcome.kind === 'noCredit' ? <Debt /> : outcome.isUnknown && <p>{strings.mayBegin}</p>;
  return <ProblemDialog {...row} text={text} hint={hint} onRetry={onRetry} onClose={onClose} />;
}

const REFUSALS = { code: strings.invalidCode, coupon: strings.invalidCoupon } as const;

/** Returns the text for a coupon refusal: a translated code, or the server's own message. */
function couponText(message: string): string {
  const refusal = couponRefusal(message);
  return refusal ? REFUSALS[refusal] : message;
}
