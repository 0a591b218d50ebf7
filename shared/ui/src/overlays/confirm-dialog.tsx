import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { words } from '../strings.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: ReactNode;
  /** Consequences for the user, if the question doesn't name them. */
  children?: ReactNode;
  /** Defaults to 'Confirmar'. */
  confirmLabel?: ReactNode;
  /** Defaults to 'Voltar'. */
  cancelLabel?: ReactNode;
  /** Confirming is destructive. */
  danger?: boolean;
  /** The confirmed action is running: the dialog can be neither confirmed again nor closed. */
  pending?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({
  title,
  children,
  danger,
  pending = false,
  disabled,
  onConfirm,
  onClose,
  ...labels
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      persistent={pending}
      actions={
        <>
          <Button
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            disabled={disabled}
            onClick={onConfirm}
          >
            {labels.confirmLabel ?? words.confirm}
          </Button>
          <Button onClick={onClose} disabled={pending}>
            {labels.cancelLabel ?? words.back}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
