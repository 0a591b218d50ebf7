import type { ValetQueueItem } from '@shared/contract';
import { ConfirmDialog, words } from '@shared/ui';
import { CarLine, Changed } from './car-line.tsx';
import { strings } from './strings.ts';

interface DeleteDialogProps {
  item: ValetQueueItem;
  changed: string | undefined;
  pending: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Confirms the removal of a vehicle from the queue. */
export function DeleteDialog({ item, changed, pending, onDelete, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={strings.delete}
      cancelLabel={words.cancel}
      danger
      pending={pending}
      disabled={changed !== undefined}
      onConfirm={onDelete}
      onClose={onClose}
    >
      <CarLine item={item} />
      <p>{strings.deleteQuestion}</p>
      <Changed>{changed}</Changed>
    </ConfirmDialog>
  );
}
