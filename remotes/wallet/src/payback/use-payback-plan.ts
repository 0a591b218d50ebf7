import { queries, request, statusOf, useQuery } from '@shared/client';
import { type PaybackPlan, paybackCalls } from '@shared/contract/payback';

const WITHOUT_CALL = new Set([404, 405]);

/**
 * Reads what can go back. Its key is below that of the balance, so that whatever may change the balance
 * refetches the plan, too.
 */
export function usePaybackPlan() {
  const query = useQuery<PaybackPlan>({
    queryKey: [...queries.balance().queryKey, 'payback'],
    queryFn: ({ signal }) => request(paybackCalls.paybackPlan, { signal }),
  });
  /** The backend has no such call. */
  return { query, isMissing: WITHOUT_CALL.has(statusOf(query.error)) };
}
