import type { ValetQueueItem } from '@shared/contract';
import { Button, ConfirmDialog, Dialog, words } from '@shared/ui';
import { type RefObject, useEffect, useState } from 'react';
import { AddDialog } from './add-dialog.tsx';
import { CarLine, Changed } from './car-line.tsx';
import { InfoDialog } from './info-dialog.tsx';
import type { Result } from './results.ts';
import { StartDialog } from './start-dialog.tsx';
import { type Action, isStartAccepted, stateOf } from './states.tsx';
import { strings } from './strings.ts';
import { type Draft, useActions } from './use-actions.ts';

export type OpenDialog = { kind: 'add' } | { kind: Action; item: ValetQueueItem };

interface DialogsProps {
  siteId: string;
  queue: readonly ValetQueueItem[];
  open: OpenDialog | undefined;
  /** Receives the focus after the last dialog if the row that opened it has left the queue. */
  fallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}

const EMPTY_DRAFT: Draft = { plate: '', prisma: '' };

/**
 * The open dialog and, above it, the result of its action. A dialog with a failed action stays open
 * and keeps its input.
 */
export function Dialogs({ siteId, queue, open, fallback, onClose }: DialogsProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [result, setResult] = useState<Result>();
  const isOpen = open !== undefined || result !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      if (document.activeElement === document.body) fallback.current?.focus();
    };
  }, [isOpen, fallback]);
  const { pending, add, remove, dismiss, start, stop } = useActions(siteId, (newResult) => {
    setResult(newResult);
    if (!newResult.done) return;
    if (open?.kind === 'add') setDraft(EMPTY_DRAFT);
    onClose();
  });
  const common = { pending, onClose };
  const renderDialog = () => {
    if (!open) return null;
    if (open.kind === 'add')
      return (
        <AddDialog {...common} queue={queue} draft={draft} onDraft={setDraft} onAdd={() => add(draft)} />
      );
    const { kind, item: opened } = open;
    const item = queue.find(({ cqId }) => cqId === opened.cqId);
    const car = { ...common, item: item ?? opened, changed: pending ? undefined : changeOf(kind, item) };
    if (kind === 'start')
      return <StartDialog {...car} siteId={siteId} onStart={(at) => start(car.item, at)} />;
    if (kind === 'delete') return <DeleteDialog {...car} action={kind} onConfirm={() => remove(car.item)} />;
    if (kind === 'dismiss')
      return <DeleteDialog {...car} action={kind} onConfirm={() => dismiss(car.item)} />;
    return <InfoDialog {...car} siteId={siteId} onStop={(charge) => stop(car.item, charge)} />;
  };
  return (
    <>
      {renderDialog()}
      {result && <ResultDialog result={result} onClose={() => setResult(undefined)} />}
    </>
  );
}

/**
 * Returns why an action is no longer possible, after a change by another valet or the charger;
 * undefined while it is possible.
 */
function changeOf(action: Action, item: ValetQueueItem | undefined): string | undefined {
  if (!item) return strings.left;
  const { actions, label } = stateOf(item);
  if (!actions.includes(action)) return strings.changed(label);
  return action === 'start' && isStartAccepted(item) ? strings.alreadyStarted : undefined;
}

interface ResultDialogProps extends Pick<DialogsProps, 'onClose'> {
  result: Result;
}

function ResultDialog({ result: { title, message, detail }, onClose }: ResultDialogProps) {
  return (
    <Dialog
      title={title}
      cross={false}
      onClose={onClose}
      actions={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <p role="status">{message}</p>
      {detail && <p>{detail}</p>}
    </Dialog>
  );
}

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
function DeleteDialog({ action, item, changed, pending, onConfirm, onClose }: DeleteDialogProps) {
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
