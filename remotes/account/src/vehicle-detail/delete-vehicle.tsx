import { useWrite, writes } from '@shared/client';
import { showToastAtom } from '@shared/state';
import { Button, ConfirmDialog } from '@shared/ui';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { strings } from './strings.ts';

interface DeleteVehicleProps {
  uvId: string;
  /** Called when the vehicle has been deleted, even if the screen was left. */
  onDeleted: () => void;
  /** Leaves the screen after a deletion; not called if it was left already. */
  onBack: () => void;
}

/** Button that deletes a vehicle after a confirmation. */
export function DeleteVehicle({ uvId, onDeleted, onBack }: DeleteVehicleProps) {
  const [asking, setAsking] = useState(false);
  const toast = useSetAtom(showToastAtom);
  const deletion = useWrite({
    mutationFn: () => writes.deleteVehicle(uvId),
    onSuccess: onDeleted,
    onError: () => toast({ id: 'vehicle', kind: 'failure', title: strings.deletionFailed }),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button variant="quiet" full onClick={() => setAsking(true)}>
        {strings.delete}
      </Button>
      {asking && (
        <ConfirmDialog
          title={strings.question}
          confirmLabel={strings.delete}
          cancelLabel={strings.cancel}
          danger
          pending={deletion.isPending}
          onConfirm={() => deletion.mutate(undefined, { onSuccess: onBack })}
          onClose={() => setAsking(false)}
        >
          <p>{strings.consequence}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
