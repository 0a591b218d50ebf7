import { useParams } from '@shared/router';
import { isLoggedInAtom, Slot } from '@shared/state';
import { Button, FailureState, Loading, Spinner, words } from '@shared/ui';
import { CHARGE_ENDED } from '@shared/ui/product-words';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Receipt } from '../receipt/receipt.tsx';
import { ReceiptPage } from '../receipt/receipt-page.tsx';
import { guestReceipt, unlock } from '../slots.ts';
import styles from './pending.module.css';
import { strings } from './strings.ts';
import { type ReceiptState, useReceipt } from './use-receipt.ts';

/** Receipt of a charge. */
export function Component() {
  const { id = '' } = useParams();
  const { state, total, facts, lines, fetching, retry, canUnlock, chargerNumber = '' } = useReceipt(id);
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  // Keep the charger's reply on screen if the charger goes offline in the meantime.
  const [wasUnlockable, setWasUnlockable] = useState(false);
  if (canUnlock && !wasUnlockable) setWasUnlockable(true);
  return (
    <ReceiptPage title={strings.title} shared={total === undefined ? undefined : { facts, total }}>
      {state === 'loading' && <Loading height="32rem" />}
      {state === 'failed' && <FailureState message={strings.failure} onRetry={retry} retrying={fetching} />}
      {state !== 'loading' && state !== 'failed' && (
        <Receipt
          total={total}
          status={CHARGE_ENDED}
          facts={facts}
          lines={lines}
          pending={state === 'settled' ? null : <Pending state={state} fetching={fetching} onRetry={retry} />}
        />
      )}
      {!isLoggedIn && <Slot of={guestReceipt} props={{}} />}
      {wasUnlockable && (
        <Slot of={unlock} props={{ transactionId: id, chargerNumber, available: canUnlock }} />
      )}
    </ReceiptPage>
  );
}

const MESSAGES = {
  settling: { title: strings.settling, text: strings.settlingText, waits: true },
  running: { title: strings.running, text: strings.runningText, waits: false },
  late: { title: strings.late, text: strings.lateText, waits: false },
} as const satisfies Partial<Record<ReceiptState, { title: string; text: string; waits: boolean }>>;

interface PendingProps {
  state: keyof typeof MESSAGES;
  fetching: boolean;
  onRetry: () => void;
}

/** Replaces the total until it is known. */
function Pending({ state, fetching, onRetry }: PendingProps) {
  const { title, text, waits } = MESSAGES[state];
  return (
    <div className={styles.pending}>
      {waits && <Spinner />}
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {!waits && (
        <Button onClick={onRetry} pending={fetching}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}
