import { useWrite, writes } from '@shared/client';
import { showToastAtom } from '@shared/state';
import { Button, ConfirmDialog } from '@shared/ui';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { strings } from './strings.ts';

interface DeleteCardProps {
  cardId: string;
  /** Called once the card is deleted, even after unmount. */
  onDeleted: () => void;
  /** Navigates away from the deleted card. */
  onBack: () => void;
}

/** Button that deletes a card after a confirmation. */
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
