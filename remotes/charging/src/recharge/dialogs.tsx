import { PAYMENT_RETURNS, START_ERROR_TITLE, startErrorMessage } from '@shared/charging/start-error';
import { type LiveConnector, LOW_BALANCE } from '@shared/contract';
import { brandAtom, isLoggedInAtom, liveConnectionAtom } from '@shared/state';
import { Button, ConfirmDialog } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { type ComponentProps, useEffect, useState } from 'react';
import { strings as guestStrings } from '../guest/strings.ts';
import { AddCredit, Debt, ProblemDialog } from '../start/problem-dialog.tsx';
import { startRefusal } from '../start/refusal.ts';
import { StartResult } from '../start/start-result.tsx';
import { strings as startStrings } from '../start/strings.ts';
import type { Question } from './phases.ts';
import { isChargerOffline } from './recharge-state.ts';
import { strings } from './strings.ts';
import type { RechargeScreen } from './use-recharge-screen.ts';

/** Shows at most one dialog, and none once the charge is over. */
export function Dialogs({ screen }: { screen: RechargeScreen }) {
  const { state, view, end, refused, retry, retrying, dismissStart } = screen;
  const { startError, transaction } = state;
  const isGuest = !useAtomValue(isLoggedInAtom);
  if (state.over) return null;
  const handlers = { onRetry: retry, onClose: dismissStart };
  // A charge that has begun in the meantime is shown instead.
  if (refused && !transaction) return <StartResult outcome={refused} {...handlers} />;
  const pending = retrying || end.pending;
  const giveUp = isGuest && {
    primaryAction: (
      <Button variant="primary" pending={pending} onClick={retry}>
        {guestStrings.moneyBack}
      </Button>
    ),
  };
  const retryProps = { ...handlers, retrying, persistent: pending, ...giveUp };
  // The charge point accepted the start but then failed to begin the charge.
  if (startError !== undefined) {
    const lacksCredit = !isGuest &&
      startError === LOW_BALANCE && { primaryAction: <AddCredit />, hint: <Debt /> };
    const error = startErrorMessage(startError);
    const text = isGuest ? `${error} ${PAYMENT_RETURNS}` : error;
    return <ProblemDialog {...retryProps} title={START_ERROR_TITLE} text={text} {...lacksCredit} />;
  }
  if (view.phase === 'waitOver' && state.connector)
    return <WaitOver {...retryProps} connector={state.connector} isCertain={screen.isWithoutCharge} />;
  return <EndDialogs screen={screen} />;
}

interface WaitOverProps extends Omit<ComponentProps<typeof ProblemDialog>, 'title' | 'text'> {
  connector: LiveConnector;
  isCertain: boolean;
}

function WaitOver({ connector, isCertain, ...props }: WaitOverProps) {
  const isGuest = !useAtomValue(isLoggedInAtom);
  const { record } = useAtomValue(brandAtom);
  // Later reports say nothing about a charge that had ended before them.
  const [wasCertain] = useState(isCertain);
  const { status, isConnected = true } = connector;
  // Another car may be plugged in. What the backend doesn't report is no reason.
  const refusal = status && startRefusal({ ...connector, isConnected }, record?.waitingLine);
  const texts = isGuest ? guestStrings : strings;
  const noPlug = wasCertain ? texts.waitOverText : texts.mayHaveBegun;
  const ofConnected = (!isGuest && refusal) || noPlug;
  const text = isConnected ? ofConnected : strings.mayBeginUnreported;
  return <ProblemDialog {...props} title={strings.waitOver} text={text} />;
}

const QUESTIONS = {
  wait: {
    title: strings.askCancel,
    text: strings.askCancelText,
    refusal: strings.cancelRejectedText,
    unknown: startStrings.mayBegin,
  },
  begun: {
    title: strings.askCancel,
    text: strings.askCancelBegunText,
    refusal: strings.stopRejectedText,
    unknown: strings.mayEnd,
  },
  stop: {
    title: strings.askStop,
    text: strings.askStopText,
    refusal: strings.stopRejectedText,
    unknown: strings.mayEnd,
  },
} as const satisfies Record<Question, { title: string; text: string; refusal: string; unknown: string }>;

/** Confirms before ending a charge, and shows an error if the request was rejected or lost. */
function EndDialogs({ screen }: { screen: RechargeScreen }) {
  const { end } = screen;
  const { question, failed } = end;
  return (
    <>
      {question && <EndQuestion question={question} screen={screen} />}
      {failed && (
        <ProblemDialog
          title={strings.stopRejected}
          text={QUESTIONS[failed.question][failed.isUnknown ? 'unknown' : 'refusal']}
          onClose={end.dismiss}
          onRetry={() => {
            end.dismiss();
            end.openQuestion();
          }}
        />
      )}
    </>
  );
}

/**
 * How long confirming is disabled after the question changes, in ms: such a tap was meant for the
 * earlier question.
 */
const HOLD_MS = 1000;

function EndQuestion({ question, screen }: { question: Question; screen: RechargeScreen }) {
  const { end } = screen;
  const uncertainText = useUncertainText(screen);
  const [confirmableQuestion, setConfirmableQuestion] = useState(question);
  useEffect(() => {
    const timer = setTimeout(() => setConfirmableQuestion(question), HOLD_MS);
    return () => clearTimeout(timer);
  }, [question]);
  const { title, text } = QUESTIONS[question];
  return (
    <ConfirmDialog
      title={title}
      pending={end.pending}
      disabled={question !== confirmableQuestion}
      onConfirm={() => end.confirm(question)}
      onClose={end.closeQuestion}
    >
      <p role="status">{(question === 'wait' && uncertainText) || text}</p>
    </ConfirmDialog>
  );
}

/** Returns the text for a charge that may have begun or may still begin; undefined if it hasn't. */
function useUncertainText({ state, wait }: RechargeScreen): string | undefined {
  // Offline or after the wait, the charge may have begun without an update on this device.
  const isUpToDate = useAtomValue(liveConnectionAtom) === 'open' && wait.status === 'running';
  if (isChargerOffline(state)) return strings.mayBeginUnreported;
  return isUpToDate ? undefined : strings.askCancelTextOffline;
}
