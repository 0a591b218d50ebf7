import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { strings } from './strings.ts';

interface ConfirmDialogProps {
  /** The question. */
  title: ReactNode;
  /** What it means for the person, if the question doesn't say it. */
  children?: ReactNode;
  /** 'Confirmar' unless said otherwise. */
  confirmLabel?: ReactNode;
  /** 'Voltar' unless said otherwise. */
  cancelLabel?: ReactNode;
  /** The answer destroys something. */
  danger?: boolean;
  /** The answer is being carried out: it can't be given again nor taken back. */
  pending?: boolean;
  /** It can't be said yes to now. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before doing. */
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
            {labels.confirmLabel ?? strings.confirm}
          </Button>
          <Button onClick={onClose} disabled={pending}>
            {labels.cancelLabel ?? strings.back}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
