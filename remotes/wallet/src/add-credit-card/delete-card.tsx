import { useWrite, writes } from '@shared/client';
import { showToastAtom } from '@shared/state';
import { Button, ConfirmDialog } from '@shared/ui';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { strings } from './strings.ts';

interface DeleteCardProps {
  cardId: string;
  /** It is gone; the screen may have been left. */
  onDeleted: () => void;
  /** Leads away from what is gone. */
  onBack: () => void;
}

/** The button that deletes a card, which asks first. */
export function DeleteCard({ cardId, onDeleted, onBack }: DeleteCardProps) {
  const [asking, setAsking] = useState(false);
  const toast = useSetAtom(showToastAtom);
  const deletion = useWrite({
    mutationFn: () => writes.deletePaymentMethod(cardId),
    onSuccess: onDeleted,
    onError: () => toast({ id: 'card', kind: 'failure', title: strings.deleteFailed }),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button variant="quiet" full onClick={() => setAsking(true)}>
        {strings.delete}
      </Button>
      {asking && (
        <ConfirmDialog
          title={strings.deleteQuestion}
          confirmLabel={strings.confirmDelete}
          cancelLabel={strings.cancel}
          danger
          pending={deletion.isPending}
          onConfirm={() => deletion.mutate(undefined, { onSuccess: onBack })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
