import type { unlock } from '@remotes/wallet/slots';
import { statusOf, useWrite, writes } from '@shared/client';
import { type Brand, type SlotProps, supportOf } from '@shared/contract';
import { supportPhoneOf } from '@shared/contract/support-phone';
import { brandAtom } from '@shared/state';
import { Button, ButtonLink, Dialog, words } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { strings } from './strings.ts';
import styles from './unlock-cable.module.css';

type Outcome = keyof typeof strings.outcomes;

/** HTTP statuses of a backend that lacks this call. */
const WITHOUT_CALL = [404, 405];
/** Outcomes after which the cable is no longer stuck. */
const SETTLED: readonly Outcome[] = ['Unlocked', 'Rejected'];
/** Outcomes that a retry doesn't change. */
const FINAL: readonly Outcome[] = [...SETTLED, 'NotSupported'];

const isOutcome = (status: string): status is Outcome => Object.hasOwn(strings.outcomes, status);

/** Button that unlocks the cable while `available`, and a dialog with the charger's reply. */
export function Component({ transactionId, chargerNumber, available }: SlotProps<typeof unlock>) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [absent, setAbsent] = useState(false);
  const { mutate, isPending } = useWrite({
    mutationFn: () => writes.unlockCable({ TransactionID: transactionId }),
    onSuccess: ({ status }) => setOutcome(isOutcome(status) ? status : 'TimedOut'),
    onError: (error) => (WITHOUT_CALL.includes(statusOf(error)) ? setAbsent(true) : setOutcome('failed')),
  });
  // Keep the reply on screen if the charger goes offline in the meantime.
  if (absent || !(available || isPending || outcome)) return null;
  const unlock = () => mutate();
  return (
    <div className={styles.unlock}>
      <p>{strings.question}</p>
      <Button pending={isPending} onClick={unlock}>
        {strings.unlock}
      </Button>
      {outcome && (
        <OutcomeDialog
          outcome={outcome}
          chargerNumber={chargerNumber}
          pending={isPending}
          onRetry={unlock}
          onClose={() => setOutcome(undefined)}
        />
      )}
    </div>
  );
}

interface OutcomeDialogProps {
  outcome: Outcome;
  chargerNumber: string;
  pending: boolean;
  onRetry: () => void;
  onClose: () => void;
}

function OutcomeDialog({ outcome, chargerNumber, pending, onRetry, onClose }: OutcomeDialogProps) {
  const { record } = useAtomValue(brandAtom);
  const { title, text } = strings.outcomes[outcome];
  const phone = supportPhoneOf(record);
  const help = SETTLED.includes(outcome) ? [] : helpLinks(record, chargerNumber);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {!FINAL.includes(outcome) && (
            <Button variant="primary" pending={pending} onClick={onRetry}>
              {words.retry}
            </Button>
          )}
          {help.map(({ label, url }) => (
            <ButtonLink key={label} render={<a href={url} target="_blank" rel="noopener noreferrer" />}>
              {label}
            </ButtonLink>
          ))}
          <Button onClick={onClose}>{words.back}</Button>
        </>
      }
    >
      <p>{text}</p>
      {chargerNumber && <p>{strings.charger(chargerNumber)}</p>}
      {phone && help.length > 0 && <p>{strings.phone(phone.number)}</p>}
    </Dialog>
  );
}

/** Returns the support contacts of a brand, with a message that names the charger. */
function helpLinks(brand: Partial<Brand> | undefined, chargerNumber: string) {
  const { whatsapp, email } = supportOf(brand);
  const message = strings.request(chargerNumber);
  const links: { label: string; url: string }[] = [];
  if (whatsapp) {
    const url = new URL(whatsapp);
    url.searchParams.set('text', message);
    links.push({ label: strings.whatsapp, url: url.href });
  }
  if (email) {
    const subject = encodeURIComponent(strings.charger(chargerNumber));
    const url = `${email}?subject=${subject}&body=${encodeURIComponent(message)}`;
    links.push({ label: strings.email, url });
  }
  return links;
}
