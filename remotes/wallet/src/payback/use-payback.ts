import { ApiError, codeOf, request, useQueryClient } from '@shared/client';
import { useWriteOnce } from '@shared/client/use-write-once';
import { calls } from '@shared/contract';
import { type PaybackPlan, paybackCalls } from '@shared/contract/payback';

type Parts = PaybackPlan['parts'];
type Outcome = 'requested' | 'changed' | 'tooMany' | 'failed';

/**
 * Gives the shown parts back, with one write per user and parts: a retry after a lost response gives
 * nothing back again.
 * @param onRequested called with the parts, even after unmount
 */
export function usePayback(onRequested: (parts: Parts) => void) {
  const cache = useQueryClient();
  return useWriteOnce<Parts, Outcome>({
    intent: (user, parts) =>
      `payback:${user}:${parts.map(({ orderId, amount }) => `${orderId}=${amount}`).join()}`,
    async write(parts, idempotencyKey) {
      const body = { parts: parts.map(({ orderId, amount }) => ({ orderId, amount })) };
      await request(paybackCalls.requestPayback, { body, idempotencyKey });
      return 'requested';
    },
    failed(error) {
      if (codeOf(error) === 'PLAN_CHANGED') return 'changed';
      const isRefused = error instanceof ApiError && error.isDefinitive;
      return isRefused && error.code === 'TOO_MANY_TRIES' ? 'tooMany' : 'failed';
    },
    settled(outcome, parts) {
      if (outcome === 'requested') onRequested(parts);
      // Also invalidates the plan: its key is below that of the balance.
      for (const { path } of [calls.balance, calls.history])
        void cache.invalidateQueries({ queryKey: [path] });
    },
  });
}
