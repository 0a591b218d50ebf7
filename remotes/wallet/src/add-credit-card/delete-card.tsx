import { useMutation, writes } from '@shared/client';
import { showToastAtom } from '@shared/state';
import { Button, ConfirmDialog } from '@shared/ui';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { strings } from './strings.ts';

/** The button that deletes a card, which asks first. */
export function DeleteCard({ cardId, onDeleted }: { cardId: string; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const toast = useSetAtom(showToastAtom);
  const deletion = useMutation({
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
          onConfirm={() => deletion.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
