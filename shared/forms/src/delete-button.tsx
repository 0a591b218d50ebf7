import { useWrite } from '@shared/client';
import { showToastAtom } from '@shared/state';
import { Button, ConfirmDialog, words } from '@shared/ui';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { strings } from './strings.ts';

interface DeleteButtonProps {
  label?: string;
  question: string;
  /** Consequence for the user, if the question doesn't name it. */
  consequence?: string;
  /** Message of a failed deletion. */
  failure: string;
  /** Id of the toast with that message. */
  toastId: string;
  send: () => Promise<unknown>;
  /** Called after the deletion, even after unmount. `next` waits for what it returns. */
  onDeleted: () => unknown;
  /** Leaves the screen of the deleted item. Not called after unmount. */
  next: () => void;
}

/** Button that deletes something after a confirmation. */
export function DeleteButton(props: DeleteButtonProps) {
  const { label = strings.delete, question, consequence, failure, toastId, send, onDeleted, next } = props;
  const [asking, setAsking] = useState(false);
  const toast = useSetAtom(showToastAtom);
  const deletion = useWrite({
    mutationFn: send,
    onSuccess: onDeleted,
    onError: () => toast({ id: toastId, kind: 'failure', title: failure }),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button variant="quiet" full onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          title={question}
          confirmLabel={strings.delete}
          cancelLabel={words.cancel}
          danger
          pending={deletion.isPending}
          onConfirm={() => deletion.mutate(undefined, { onSuccess: next })}
          onClose={() => setAsking(false)}
        >
          {consequence && <p>{consequence}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
