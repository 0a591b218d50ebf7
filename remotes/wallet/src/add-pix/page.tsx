import { reaisFromCents } from '@shared/brazil';
import { queries, serverTime, statusOf, useQuery } from '@shared/client';
import { type Order, PIX } from '@shared/contract';
import { failureText } from '@shared/forms/failure-text';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, Navigate, useBack, useParams, usePaths } from '@shared/router';
import { useLiveEvent } from '@shared/state';
import { ButtonLink, EmptyState, FailureState, Loading, Page, Skeleton, useNow } from '@shared/ui';
import { Clock, TriangleAlert } from '@shared/ui/icons';
import { useState } from 'react';
import { amountOf } from '../order-data.ts';
import { PixCode } from './pix-code.tsx';
import { pixStateOf } from './pix-state.ts';
import { strings } from './strings.ts';

/** Polling interval of the order, in case the live message about the payment is missed. */
const POLL_MS = 10_000;
const NOT_FOUND = 404;

/** Shows a Pix code to pay and its validity, and opens the receipt once it is paid. */
export function Component() {
  const { orderId } = useParams();
  const methods = usePaths().paymentMethods();
  return orderId === undefined ? <Navigate to={methods} replace /> : <PixOrder key={orderId} id={orderId} />;
}

function PixOrder({ id }: { id: string }) {
  const paths = usePaths();
  const back = useBack(paths.paymentMethods());
  const [paid, setPaid] = useState(false);
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...queries.order(id),
    refetchInterval: (query) => (statusOf(query.state.error) === NOT_FOUND ? false : POLL_MS),
  });
  const failure = failureText(error, { [NOT_FOUND]: strings.unknown });
  useFailureToast({ data, isError, refetch }, failure);
  useLiveEvent((event) => {
    if (event.type === 'order' && event.order.orderId === id && event.order.orderState === 'paid')
      setPaid(true);
  });

  if (paid || data?.orderState === 'paid') return <Navigate to={paths.creditReceipt(id)} replace />;
  if (data) return <PixToPay order={data} fetching={isFetching} onRefetch={() => refetch()} onBack={back} />;
  return (
    <Page title={strings.title} onBack={back}>
      {!error && (
        <Loading>
          <Skeleton width="8rem" height="3rem" />
          <Skeleton height="18rem" />
          <Skeleton height="6rem" />
        </Loading>
      )}
      {error && (
        <FailureState
          message={strings.failed}
          onRetry={statusOf(error) === NOT_FOUND ? undefined : () => refetch()}
          retrying={isFetching}
          onBack={back}
        >
          {failure}
        </FailureState>
      )}
    </Page>
  );
}

interface PixToPayProps {
  order: Order;
  fetching: boolean;
  onRefetch: () => void;
  onBack: () => void;
}

function PixToPay({ order, fetching, onRefetch, onBack }: PixToPayProps) {
  const paths = usePaths();
  const now = serverTime(useNow(1000));
  const state = pixStateOf(order, now);
  const amount = amountOf(order);
  if (state.kind === 'open')
    return <PixCode amount={amount} code={state.code} dueAt={state.dueAt} now={now} onBack={onBack} />;
  return (
    <Page title={strings.title} onBack={onBack}>
      {state.kind === 'noCode' ? (
        <FailureState message={strings.failed} onRetry={onRefetch} retrying={fetching} onBack={onBack} />
      ) : (
        <EmptyState
          icon={state.kind === 'failed' ? <TriangleAlert /> : <Clock />}
          title={state.kind === 'failed' ? strings.failed : strings.expired}
          action={
            <ButtonLink
              variant="primary"
              render={<Link to={paths.addCredit(PIX, amount && reaisFromCents(amount))} replace />}
            >
              {strings.newCode}
            </ButtonLink>
          }
        >
          {state.kind === 'failed' ? strings.failedText : strings.expiredText}
        </EmptyState>
      )}
    </Page>
  );
}
