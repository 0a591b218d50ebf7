import { queries, useQueryClient } from '@shared/client';
import { useNavigate, usePaths } from '@shared/router';
import { stoppedTransactionsAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { removeStoredCharge } from '../stored-charge.ts';
import type { RechargeState } from './recharge-state.ts';

/** How long the end of the charge is shown before the receipt opens. */
const END_SHOWN_MS = 1600;

/** Hands a charge that is over to the receipt screen and navigates there. */
export function useOpenReceiptAtEnd(chargePointId: string, connectorId: string, state: RechargeState): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const paths = usePaths();
  const setStopped = useSetAtom(stoppedTransactionsAtom);
  const stopped = state.over ? state.transaction : undefined;
  const receipt = stopped && paths.chargeReceipt(stopped.transactionId);
  useEffect(() => {
    if (!stopped || receipt === undefined) return;
    const { transactionId } = stopped;
    removeStoredCharge(chargePointId, connectorId);
    setStopped((others) => ({ ...others, [transactionId]: stopped }));
    // A response cached while the charge was running isn't a receipt.
    client.removeQueries({ queryKey: queries.userTransaction(transactionId).queryKey });
    const timer = setTimeout(() => navigate(receipt, { replace: true }), END_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [stopped, receipt, chargePointId, connectorId, client, navigate, setStopped]);
}
