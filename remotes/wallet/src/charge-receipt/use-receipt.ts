import { queries, useQuery } from '@shared/client';
import { stoppedTransactionsAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { billLines, totalOf } from '../receipt/bill.ts';
import { knownFacts, receiptFacts } from './receipt-facts.ts';

/** Right after the stop the server is still closing the bill: it is asked again, calmly, and not for ever. */
const ASK_AGAIN_MS = 2000;
const PATIENCE_MS = 30_000;

/** `running`: the charge hasn't ended. `late`: its bill didn't come in time. */
export type ReceiptState = 'loading' | 'failed' | 'running' | 'settling' | 'late' | 'settled';

/** The receipt of a charge as far as it is known. */
export function useReceipt(id: string) {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    if (!patient) return;
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [patient]);

  const stopped = useAtomValue(stoppedTransactionsAtom)[id];
  const query = useQuery({
    ...queries.userTransaction(id),
    refetchInterval: ({ state: { data } }) => {
      const settled = totalOf(data?.amount, data?.order) !== undefined;
      // Without news of a stop a failure is only that: the person decides about trying again.
      return patient && !settled && (stopped || data) ? ASK_AGAIN_MS : false;
    },
  });

  const charge = query.data;
  const total = totalOf(charge?.amount, charge?.order);
  let state: ReceiptState = patient ? 'settling' : 'late';
  if (total !== undefined) state = 'settled';
  else if (!charge && !stopped) state = query.isError ? 'failed' : 'loading';
  else if (!stopped && !charge?.stopTime) state = 'running';

  return {
    state,
    total,
    facts: charge ? receiptFacts(id, charge) : stopped ? knownFacts(stopped) : [],
    lines: billLines(charge?.order),
    fetching: query.isFetching,
    askAgain: () => {
      setPatient(true);
      query.refetch();
    },
  };
}
