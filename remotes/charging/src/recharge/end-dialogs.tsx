import { ConfirmDialog } from '@shared/ui';
import { ProblemDialog } from '../start/problem-dialog.tsx';
import type { Action } from './phases.ts';
import { strings } from './strings.ts';
import type { useEnd } from './use-end.ts';

const QUESTIONS = {
  stop: { title: strings.askStop, text: strings.askStopText, refusal: strings.stopRejectedText },
  cancel: { title: strings.askCancel, text: strings.askCancelText, refusal: strings.cancelRejectedText },
} as const satisfies Record<Action, { title: string; text: string; refusal: string }>;

/** Confirms before ending a charge, and shows an error if the request was rejected. */
export function EndDialogs({ end }: { end: ReturnType<typeof useEnd> }) {
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
