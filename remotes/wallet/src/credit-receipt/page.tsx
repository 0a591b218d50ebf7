import { queries, serverTime, useQuery } from '@shared/client';
import type { Order } from '@shared/contract';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, useParams, usePaths } from '@shared/router';
import { ButtonLink, FailureState, Loading, useNow } from '@shared/ui';
import { amountOf } from '../order-data.ts';
import { billLines } from '../receipt/bill.ts';
import { Receipt } from '../receipt/receipt.tsx';
import { ReceiptPage } from '../receipt/receipt-page.tsx';
import { factsOf, stateOf } from './facts-of.ts';
import { strings } from './strings.ts';

const MINUTE = 60_000;

/** Receipt of a top-up. The live message about its order invalidates the query. */
export function Component() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const { data, error, isFetching, refetch } = useQuery(queries.order(id));
  const now = serverTime(useNow(MINUTE));
  const state = data && stateOf(data, now);
  const total = data && amountOf(data);
  const receiptData = data && state && total !== undefined && receiptOf(data, state, total);
  // After a failed refetch, the state of an unfinished order may be outdated, so don't show it.
  const receipt = !receiptData || (error && receiptData.kind === 'attention') ? undefined : receiptData;
  useFailureToast({ data: receipt, isError: error !== null, refetch }, strings.failure);
  const failed = error || (data && total === undefined);
  const shared = receipt && {
    facts: [{ label: strings.state, value: receipt.status }, ...receipt.facts],
    total: receipt.total,
  };
  return (
    <ReceiptPage
      title={strings.title}
      shared={shared}
      action={
        receipt &&
        state?.isToBePaid && (
          // Replaces the receipt in the history, as the code screen opens the receipt after the
          // payment.
          <ButtonLink variant="primary" full render={<Link to={paths.addPix(id)} replace />}>
            {strings.seeCode}
          </ButtonLink>
        )
      }
    >
      {receipt && <Receipt {...receipt} />}
      {!receipt && failed && (
        <FailureState message={strings.failure} onRetry={() => refetch()} retrying={isFetching} />
      )}
      {!receipt && !failed && <Loading height="26rem" />}
    </ReceiptPage>
  );
}

/** @param total the order's amount, in integer cents */
function receiptOf(order: Order, { word, kind }: ReturnType<typeof stateOf>, total: number) {
  return {
    total,
    status: word,
    kind,
    facts: factsOf(order),
    lines: billLines(order),
  };
}
