import { Button, ConfirmDialog, Dialog, words } from '@shared/ui';
import { Field } from '@shared/ui/form-fields';
import { useState } from 'react';
import { type Action, commandFor, describe, needsCommand, orderFor, type Subject } from './actions.ts';
import styles from './releases.module.css';
import { strings } from './strings.ts';
import type { Order } from './use-releases.ts';

interface ChangeDialogProps {
  action: Action;
  subject: Subject;
  isLocked: boolean;
  pending: boolean;
  onConfirm: (order: Order) => void;
  onClose: () => void;
}

/** Confirms a change and says whom it concerns; shows the command if this server can't make it. */
export function ChangeDialog({ action, subject, isLocked, pending, onConfirm, onClose }: ChangeDialogProps) {
  const [share, setShare] = useState(String(subject.version.share || ''));
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const { title, text } = describe(action, subject);
  const traffic = /^[1-9]\d?$/.test(share.trim()) ? Number(share) : undefined;
  const shareField = action === 'share' && (
    <Field
      label={strings.shareLabel}
      inputMode="numeric"
      autoComplete="off"
      data-autofocus
      value={share}
      maxLength={3}
      error={asked && traffic === undefined ? strings.shareError : undefined}
      onChange={(event) => setShare(event.target.value)}
    />
  );
  if (needsCommand(action, subject, isLocked))
    return (
      <CommandDialog title={title} command={commandFor(action, subject, traffic ?? 1)} onClose={onClose}>
        <p>{text}</p>
        {shareField}
      </CommandDialog>
    );
  const isComplete =
    action === 'share' ? traffic !== undefined : action !== 'withdraw' || reason.trim() !== '';
  const confirm = () => {
    setAsked(true);
    if (isComplete) onConfirm(orderFor(action, subject, { traffic: traffic ?? 0, reason: reason.trim() }));
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={
        action === 'share' && traffic !== undefined ? strings.shareConfirm(traffic) : strings.labels[action]
      }
      cancelLabel={words.cancel}
      danger={action === 'withdraw'}
      pending={pending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{text}</p>
      {shareField}
      {action === 'withdraw' && (
        <Field
          label={strings.reasonLabel}
          hint={strings.reasonHint}
          autoComplete="off"
          data-autofocus
          value={reason}
          maxLength={200}
          error={asked && !isComplete ? strings.reasonError : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}

interface CommandDialogProps {
  title: string;
  command: string;
  onClose: () => void;
  children: React.ReactNode;
}

function CommandDialog({ title, command, onClose, children }: CommandDialogProps) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(command).then(
      () => setCopied(true),
      // The command stays on screen, to be selected.
      () => setCopied(false),
    );
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={copy}>
          {copied ? strings.copied : strings.copy}
        </Button>
      }
    >
      {children}
      <p>{strings.byCommand}</p>
      <code className={styles.command} translate="no">
        {command}
      </code>
    </Dialog>
  );
}
