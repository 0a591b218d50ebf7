import { queries, useQuery } from '@shared/client';
import type { Order } from '@shared/contract';
import { useParams } from '@shared/router';
import { FailureState, Loading, Skeleton } from '@shared/ui';
import { amountOf } from '../order-data.ts';
import { billLines } from '../receipt/bill.ts';
import { Receipt } from '../receipt/receipt.tsx';
import { ReceiptPage } from '../receipt/receipt-page.tsx';
import { factsOf, stateOf } from './facts-of.ts';
import { strings } from './strings.ts';

/** The receipt of a top-up. The live message about its order has it fetched again. */
export function Component() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(queries.order(id));
  const known = data && receiptOf(data);
  // What is known of an order that hasn't ended may no longer be so.
  const receipt = error && known?.kind === 'attention' ? undefined : known;
  const shared = receipt && {
    facts: [{ label: strings.state, value: receipt.status }, ...receipt.facts],
    total: receipt.total,
  };
  return (
    <ReceiptPage title={strings.title} shared={shared}>
      {receipt && <Receipt {...receipt} />}
      {!receipt && error && (
        <FailureState message={strings.failureTitle} onRetry={() => refetch()} retrying={isFetching}>
          {strings.failure}
        </FailureState>
      )}
      {!receipt && !error && (
        <Loading>
          <Skeleton height="26rem" />
        </Loading>
      )}
    </ReceiptPage>
  );
}

function receiptOf(order: Order) {
  const { word, kind } = stateOf(order);
  return {
    total: amountOf(order) ?? 0,
    status: word,
    kind,
    facts: factsOf(order),
    lines: billLines(order),
  };
}
