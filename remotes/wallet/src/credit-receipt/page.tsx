import { queries, useQuery } from '@shared/client';
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
  const facts = data ? factsOf(data) : [];
  const total = data && (amountOf(data) ?? 0);
  const { word, kind } = data ? stateOf(data) : {};
  const shared = total !== undefined &&
    word !== undefined && { facts: [{ label: strings.state, value: word }, ...facts], total };
  return (
    <ReceiptPage title={strings.title} shared={shared || undefined}>
      {!data && !error && (
        <Loading>
          <Skeleton height="26rem" />
        </Loading>
      )}
      {!data && error && (
        <FailureState message={strings.failureTitle} onRetry={() => refetch()} retrying={isFetching}>
          {strings.failure}
        </FailureState>
      )}
      {data && word !== undefined && (
        <Receipt total={total} status={word} kind={kind} facts={facts} lines={billLines(data)} />
      )}
    </ReceiptPage>
  );
}
