import { Button, ConfirmDialog, Dialog } from '@shared/ui';
import type { Action } from './phases.ts';
import { strings } from './strings.ts';
import type { useEnd } from './use-end.ts';

const QUESTIONS = {
  stop: { title: strings.askStop, text: strings.askStopText, refusal: strings.stopRejectedText },
  cancel: { title: strings.askCancel, text: strings.askCancelText, refusal: strings.cancelRejectedText },
} as const satisfies Record<Action, { title: string; text: string; refusal: string }>;

/** Asks before a charge is ended, and says so when it couldn't be. */
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
        <Dialog
          title={strings.stopRejected}
          onClose={end.dismiss}
          actions={
            <>
              <Button
                variant="primary"
                full
                onClick={() => {
                  end.dismiss();
                  end.ask(rejected);
                }}
              >
                {strings.retry}
              </Button>
              <Button full onClick={end.dismiss}>
                {strings.back}
              </Button>
            </>
          }
        >
          <p>{QUESTIONS[rejected].refusal}</p>
        </Dialog>
      )}
    </>
  );
}
