import type { ValetQueueItem } from '@shared/contract';
import { ConfirmDialog, words } from '@shared/ui';
import { CarLine, Changed } from './car-line.tsx';
import { strings } from './strings.ts';

const QUESTIONS = {
  delete: { title: strings.delete, question: strings.deleteQuestion },
  dismiss: { title: strings.dismiss, question: strings.dismissQuestion },
} as const;

interface DeleteDialogProps {
  /** `delete` removes a car that has not charged, `dismiss` one with a finished charge. */
  action: keyof typeof QUESTIONS;
  item: ValetQueueItem;
  changed: string | undefined;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms the removal of a vehicle from the queue. */
export function DeleteDialog({ action, item, changed, pending, onConfirm, onClose }: DeleteDialogProps) {
  const { title, question } = QUESTIONS[action];
  return (
    <ConfirmDialog
      title={title}
      cancelLabel={words.cancel}
      danger
      pending={pending}
      disabled={changed !== undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <CarLine item={item} />
      <p>{question}</p>
      {action === 'dismiss' && item.blocksCharger && <p>{strings.stillPlugged}</p>}
      <Changed>{changed}</Changed>
    </ConfirmDialog>
  );
}
