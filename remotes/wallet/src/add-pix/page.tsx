import { reaisFromCents } from '@shared/brazil';
import { queries, serverTime, statusOf, useQuery } from '@shared/client';
import { type Order, PIX } from '@shared/contract';
import { failureText } from '@shared/forms/failure-text';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, Navigate, useBack, useParams, usePaths } from '@shared/router';
import { isLoggedInAtom, useLiveEvent } from '@shared/state';
import { ButtonLink, EmptyState, FailureState, Loading, Page, Skeleton, useNow } from '@shared/ui';
import { Clock, TriangleAlert } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { amountOf } from '../order-data.ts';
import { PixCode } from './pix-code.tsx';
import { pixStateOf } from './pix-state.ts';
import { strings } from './strings.ts';

/** Polling interval of the order, in case the live message about the payment is missed. */
const POLL_MS = 10_000;
const NOT_FOUND = 404;

/**
 * Shows a Pix code to pay and its validity. Once it is paid, opens the receipt, or what a guest has paid
 * for.
 */
export function Component() {
  const { orderId } = useParams();
  const methods = usePaths().paymentMethods();
  return orderId === undefined ? <Navigate to={methods} replace /> : <PixOrder key={orderId} id={orderId} />;
}

function PixOrder({ id }: { id: string }) {
  const paths = usePaths();
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const back = useBack(isLoggedIn ? paths.paymentMethods() : paths.home());
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

  if (paid || data?.orderState === 'paid') {
    const next = isLoggedIn ? paths.creditReceipt(id) : paths.guest();
    return <Navigate to={next} replace />;
  }
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
  const isLoggedIn = useAtomValue(isLoggedInAtom);
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
              render={
                <Link
                  to={isLoggedIn ? paths.addCredit(PIX, amount && reaisFromCents(amount)) : paths.qrcode()}
                  replace
                />
              }
            >
              {isLoggedIn ? strings.newCode : strings.startAgain}
            </ButtonLink>
          }
        >
          {isLoggedIn ? strings[state.kind === 'failed' ? 'failedText' : 'expiredText'] : strings.guestText}
        </EmptyState>
      )}
    </Page>
  );
}
