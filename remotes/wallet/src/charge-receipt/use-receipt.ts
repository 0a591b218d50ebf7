import { LATE_FAULT_MS } from '@shared/charging/stop-reason';
import { queries, serverTime, useQuery } from '@shared/client';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { useEffect, useState } from 'react';
import { billLines, totalOf } from '../receipt/bill.ts';
import { chargerNumberOf, liveFacts, receiptFacts } from './receipt-facts.ts';
import { strings } from './strings.ts';

/** The server needs a moment after the stop to close the bill, so poll for it, but not forever. */
const POLL_MS = 2000;
const POLL_LIMIT_MS = 30_000;
/** Poll interval while the cable can be unlocked: no event reports that it was unplugged. */
const CABLE_POLL_MS = 10_000;

const CORRECTION_POLL_MS = 5000;
/** Until then a late fault may correct the bill. */
const CORRECTION_MS = LATE_FAULT_MS + CORRECTION_POLL_MS;

/** `running`: the charge hasn't ended. `late`: the bill didn't arrive within `POLL_LIMIT_MS`. */
export type ReceiptState = 'loading' | 'failed' | 'running' | 'settling' | 'late' | 'settled';

/** Loads the receipt of a charge and polls until its bill is closed. */
export function useReceipt(id: string) {
  const [polling, setPolling] = useState(true);
  useEffect(() => {
    if (!polling) return;
    const timer = setTimeout(() => setPolling(false), POLL_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [polling]);

  const stopped = useQuery(queries.endedCharges()).data?.[id];
  const query = useQuery({
    ...queries.userTransaction(id),
    refetchInterval: ({ state: { data } }) => {
      const settled = totalOf(data?.amount, data?.order) !== undefined;
      const mayChange = data?.stopReason === undefined && stoppedWithin(data?.stopTime, CORRECTION_MS);
      if (settled && mayChange) return CORRECTION_POLL_MS;
      if (settled && data?.canUnlock) return CABLE_POLL_MS;
      // If neither a stop nor data is known, leave the retry to the user.
      return polling && !settled && (stopped || data) ? POLL_MS : false;
    },
  });

  const charge = query.data;
  useFailureToast(query, strings.failure);
  const total = totalOf(charge?.amount, charge?.order);
  let state: ReceiptState = polling ? 'settling' : 'late';
  if (total !== undefined) state = 'settled';
  else if (!charge && !stopped) state = query.isError ? 'failed' : 'loading';
  else if (!stopped && !charge?.stopTime) state = 'running';

  return {
    state,
    total,
    facts: charge ? receiptFacts(id, charge) : stopped ? liveFacts(stopped) : [],
    lines: billLines(charge?.order),
    canUnlock: charge?.canUnlock === true,
    chargerNumber: charge && chargerNumberOf(charge),
    fetching: query.isFetching,
    retry: () => {
      setPolling(true);
      query.refetch();
    },
  };
}

const stoppedWithin = (stopTime: string | undefined, ms: number) =>
  stopTime !== undefined && serverTime(Date.now()) - Date.parse(stopTime) < ms;
