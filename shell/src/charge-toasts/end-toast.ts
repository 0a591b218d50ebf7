import { type StopReason, stopReasonText } from '@shared/charging/stop-reason';
import type { Transaction } from '@shared/contract';
import { orderToastId, type Toast } from '@shared/state';
import { words } from '@shared/ui';
import { CHARGE_ENDED } from '@shared/ui/product-words';
import { strings } from './strings.ts';

/** Kinds by stop reason; `success` for any other. */
const KINDS: ReadonlyMap<string | undefined, Toast['kind']> = new Map<StopReason, Toast['kind']>([
  ['operator', 'info'],
  ['credit', 'info'],
  ['power', 'info'],
  ['connection', 'info'],
  ['fault', 'failure'],
]);

interface EndToastOptions {
  openReceipt: () => void;
  /** A valet ends many charges: the newest toast replaces the others, so that none pile up. */
  isAtValetQueue: boolean;
}

/** Returns the toast of a charge that has ended. It stays until the user presses a button. */
export function endToast(
  { transactionId, stopReason }: Pick<Transaction, 'transactionId' | 'stopReason'>,
  { openReceipt, isAtValetQueue }: EndToastOptions,
): Toast {
  const key = isAtValetQueue ? 'valet' : transactionId;
  return {
    // Removed with the toasts of orders when the session ends.
    id: orderToastId(`charge:${key}`),
    kind: KINDS.get(stopReason) ?? 'success',
    title: CHARGE_ENDED,
    text: stopReasonText(stopReason),
    actions: [
      { label: strings.receipt, run: openReceipt },
      { label: words.close, run: () => {} },
    ],
  };
}
