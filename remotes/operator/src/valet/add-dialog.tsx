import { isPlate, maskPlate } from '@shared/brazil';
import type { ValetQueueItem } from '@shared/contract';
import { FormFailure, formatInput } from '@shared/forms';
import { Button, Dialog, words } from '@shared/ui';
import { Field } from '@shared/ui/form-fields';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { plateOf } from './car-line.tsx';
import styles from './dialogs.module.css';
import { stateOf } from './states.tsx';
import { strings } from './strings.ts';
import type { Draft } from './use-actions.ts';

interface AddDialogProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Checked for a vehicle that already has the typed prisma. */
  queue: readonly ValetQueueItem[];
  pending: boolean;
  onAdd: () => void;
  onClose: () => void;
}

/** Dialog for adding a vehicle. The parent keeps the draft, so closing it loses no input. */
export function AddDialog({ draft, onDraft, queue, pending, onAdd, onClose }: AddDialogProps) {
  const form = useId();
  const { plate, prisma } = draft;
  // Errors show when a field has been left or a submit was attempted.
  const [blurred, setBlurred] = useState({ plate: false, prisma: false });
  const [submitted, setSubmitted] = useState(false);
  const validPlate = isPlate(plate);
  const ready = validPlate && prisma.trim() !== '';
  const holder = findByPrisma(prisma, queue);

  const send = () => {
    if (ready) onAdd();
    else {
      setSubmitted(true);
      setBlurred({ plate: true, prisma: true });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  // While the button is disabled, Enter submits nothing: with a valid plate it moves to the prisma,
  // otherwise it shows what is missing.
  const handleEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || ready) return;
    const next = event.currentTarget.elements.namedItem('prisma');
    if (validPlate && next instanceof HTMLInputElement && event.target !== next) next.focus();
    else send();
  };

  return (
    <Dialog
      title={strings.add}
      onClose={onClose}
      persistent={pending}
      actions={
        <>
          <div className={styles.send} onPointerUp={ready ? undefined : send}>
            <Button type="submit" form={form} variant="primary" full disabled={!ready} pending={pending}>
              {strings.confirmAdd}
            </Button>
          </div>
          <Button disabled={pending} onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={submit} onKeyDown={handleEnter}>
        <Field
          label={strings.plate}
          name="plate"
          placeholder={strings.platePlaceholder}
          data-autofocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          value={plate}
          error={blurred.plate && !validPlate && (plate === '' ? strings.required : strings.invalidPlate)}
          onBlur={() => setBlurred({ ...blurred, plate: plate !== '' })}
          onChange={({ currentTarget }) => {
            formatInput(currentTarget, maskPlate);
            setSubmitted(false);
            onDraft({ ...draft, plate: currentTarget.value });
          }}
        />
        <Field
          label={strings.prismaNumber}
          name="prisma"
          maxLength={10}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={prisma}
          error={blurred.prisma && prisma.trim() === '' && strings.required}
          hint={
            holder && (
              <span className={styles.warning}>
                {strings.prismaInUse(plateOf(holder), stateOf(holder).label)}
              </span>
            )
          }
          onBlur={() => setBlurred({ ...blurred, prisma: prisma !== '' })}
          onChange={({ currentTarget }) => onDraft({ ...draft, prisma: currentTarget.value })}
        />
        <FormFailure>{submitted && !validPlate && strings.alertPlate}</FormFailure>
      </form>
    </Dialog>
  );
}

/** Normalizes a prisma for comparison: `07` and `7` are the same. */
const normalizePrisma = (prisma: string) =>
  prisma
    .trim()
    .toUpperCase()
    .replace(/^0+(?=\d)/, '');

/** Returns false if the charge has finished and the car isn't known to block its charger. */
const isOnSite = (item: ValetQueueItem) => stateOf(item).name !== 'FINISHED' || item.blocksCharger === true;

/** Returns the vehicle of the queue that has this prisma now, if any. */
const findByPrisma = (prisma: string, queue: readonly ValetQueueItem[]): ValetQueueItem | undefined =>
  prisma.trim() === ''
    ? undefined
    : queue.find((item) => isOnSite(item) && normalizePrisma(item.cqCustomId) === normalizePrisma(prisma));
