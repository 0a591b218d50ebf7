import type { ValetQueueItem } from '@shared/contract';
import { Button, Dialog } from '@shared/ui';
import { CarLine, Changed } from './car-line.tsx';
import { strings } from './strings.ts';

interface DeleteDialogProps {
  item: ValetQueueItem;
  changed: string | undefined;
  pending: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before a vehicle leaves the queue. */
export function DeleteDialog({ item, changed, pending, onDelete, onClose }: DeleteDialogProps) {
  return (
    <Dialog
      title={strings.delete}
      onClose={onClose}
      persistent={pending}
      actions={
        <>
          <Button variant="danger" pending={pending} disabled={changed !== undefined} onClick={onDelete}>
            {strings.confirm}
          </Button>
          <Button disabled={pending} onClick={onClose}>
            {strings.cancel}
          </Button>
        </>
      }
    >
      <CarLine item={item} />
      <p>{strings.deleteQuestion}</p>
      <Changed>{changed}</Changed>
    </Dialog>
  );
}
