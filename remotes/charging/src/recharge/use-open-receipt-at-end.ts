import { queries, useQueryClient } from '@shared/client';
import { useNavigate, usePaths } from '@shared/router';
import { useEffect } from 'react';
import { removeStoredCharge } from '../stored-charge.ts';
import type { RechargeState } from './recharge-state.ts';

/** How long the end of the charge is shown before the receipt opens. */
const END_SHOWN_MS = 1600;

/** Navigates to the receipt of a charge that is over. */
export function useOpenReceiptAtEnd(chargePointId: string, connectorId: string, state: RechargeState): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const paths = usePaths();
  const endedId = state.over ? state.transaction?.transactionId : undefined;
  const receipt = endedId && paths.chargeReceipt(endedId);
  useEffect(() => {
    if (endedId === undefined || receipt === undefined) return;
    removeStoredCharge(chargePointId, connectorId);
    // A response cached while the charge was running isn't a receipt.
    const { queryKey } = queries.userTransaction(endedId);
    if (!client.getQueryData(queryKey)?.stopTime) client.removeQueries({ queryKey });
    const timer = setTimeout(() => navigate(receipt, { replace: true }), END_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [endedId, receipt, chargePointId, connectorId, client, navigate]);
}
