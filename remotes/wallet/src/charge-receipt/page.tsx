import { useParams } from '@shared/router';
import { Slot } from '@shared/state';
import { FailureState, Loading } from '@shared/ui';
import { CHARGE_ENDED } from '@shared/ui/product-words';
import { useState } from 'react';
import { Receipt } from '../receipt/receipt.tsx';
import { ReceiptPage } from '../receipt/receipt-page.tsx';
import { unlock } from '../slots.ts';
import { Pending } from './pending.tsx';
import { strings } from './strings.ts';
import { useReceipt } from './use-receipt.ts';

/** Receipt of a charge. */
export function Component() {
  const { id = '' } = useParams();
  const { state, total, facts, lines, fetching, retry, canUnlock, chargerNumber = '' } = useReceipt(id);
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
      {wasUnlockable && (
        <Slot of={unlock} props={{ transactionId: id, chargerNumber, available: canUnlock }} />
      )}
    </ReceiptPage>
  );
}
