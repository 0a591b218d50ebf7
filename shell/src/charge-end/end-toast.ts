import type { Transaction } from '@shared/contract';
import { type StopReason, stopReasonText } from '@shared/contract/stop-reason';
import { orderToastId, type Toast } from '@shared/state';
import { words } from '@shared/ui';
import { strings } from './strings.ts';

/** Kinds for reasons other than those of a normal end. */
const KINDS: ReadonlyMap<string | undefined, Toast['kind']> = new Map<StopReason, Toast['kind']>([
  ['operator', 'info'],
  ['credit', 'info'],
  ['power', 'info'],
  ['connection', 'info'],
  ['fault', 'failure'],
]);

const VALET_QUEUE = /\/valet\/[^/]+\/?$/;

/** Returns the toast of a charge that has ended. It stays until the user presses a button. */
export function endToast({ transactionId, stopReason }: Transaction, openReceipt: () => void): Toast {
  // A valet ends many charges: there, the newest toast replaces the others, so that none pile up.
  const key = VALET_QUEUE.test(location.pathname) ? 'valet' : transactionId;
  return {
    // Removed with the toasts of orders when the session ends.
    id: orderToastId(`charge:${key}`),
    kind: KINDS.get(stopReason) ?? 'success',
    title: strings.ended,
    text: stopReasonText(stopReason),
    actions: [
      { label: strings.receipt, run: openReceipt },
      { label: words.close, run: () => {} },
    ],
  };
}
