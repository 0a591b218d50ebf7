import { LOW_BALANCE } from '@shared/contract';
import { ConfirmDialog } from '@shared/ui';
import { AddCredit, ProblemDialog } from '../start/problem-dialog.tsx';
import { StartResult } from '../start/start-result.tsx';
import type { Action } from './phases.ts';
import { startErrorMessage } from './start-errors.ts';
import { strings } from './strings.ts';
import type { RechargeScreen } from './use-recharge-screen.ts';

/** Shows at most one dialog, and none once the charge is over. */
export function Dialogs({ screen }: { screen: RechargeScreen }) {
  const { state, view, end, refused, retry, retrying, dismissStart } = screen;
  const { startError } = state;
  if (state.over) return null;
  const dialog = { onRetry: retry, onClose: dismissStart };
  if (refused) return <StartResult outcome={refused} {...dialog} />;
  const held = { ...dialog, retrying, held: retrying };
  // The charge point accepted the start but then failed to begin the charge.
  if (startError !== undefined) {
    const instead = startError === LOW_BALANCE ? <AddCredit /> : undefined;
    const text = startErrorMessage(startError);
    return <ProblemDialog {...held} title={strings.startError} text={text} instead={instead} />;
  }
  if (view.phase === 'waitOver' && state.connector)
    return <ProblemDialog {...held} title={strings.waitOver} text={strings.waitOverText} />;
  return <EndDialogs end={end} />;
}

const QUESTIONS = {
  stop: { title: strings.askStop, text: strings.askStopText, refusal: strings.stopRejectedText },
  cancel: { title: strings.askCancel, text: strings.askCancelText, refusal: strings.cancelRejectedText },
} as const satisfies Record<Action, { title: string; text: string; refusal: string }>;

/** Confirms before ending a charge, and shows an error if the request was rejected. */
function EndDialogs({ end }: Pick<RechargeScreen, 'end'>) {
  const { asking, rejected } = end;
  return (
    <>
      {asking && (
        <ConfirmDialog
          title={QUESTIONS[asking].title}
          pending={end.pending}
          onConfirm={end.confirm}
          onClose={end.dontAsk}
        >
          <p>{QUESTIONS[asking].text}</p>
        </ConfirmDialog>
      )}
      {rejected && (
        <ProblemDialog
          title={strings.stopRejected}
          text={QUESTIONS[rejected].refusal}
          onClose={end.dismiss}
          onRetry={() => {
            end.dismiss();
            end.ask(rejected);
          }}
        />
      )}
    </>
  );
}
