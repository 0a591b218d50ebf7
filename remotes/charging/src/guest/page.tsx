import { startErrorMessage } from '@shared/charging/start-error';
import { queries, statusOf, useQuery } from '@shared/client';
import type { GuestCharge } from '@shared/contract/guest-charge';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, Navigate, useBack, usePaths } from '@shared/router';
import { isLoggedInAtom } from '@shared/state';
import { useToken } from '@shared/state/guest-session';
import { ButtonLink, ConfirmDialog, EmptyState, Page, QueryState, Spinner, words } from '@shared/ui';
import { Clock, PlugZap, TriangleAlert } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import styles from './guest.module.css';
import { GuestLink } from './guest-link.tsx';
import { GuestMoney } from './guest-money.tsx';
import { strings } from './strings.ts';
import { useGuestCharge } from './use-guest-charge.ts';
import { useSecretOfLink } from './use-secret-of-link.ts';

/** Why a charge hasn't begun, by the codes that only guests see. */
const REASONS = new Map<string, string>([
  ['CONNECTOR_UNAVAILABLE', strings.taken],
  ['ConnectionTimeOut', strings.noPlug],
  ['Cancelled', strings.cancelled],
  ['PAID_LATE', strings.paidLate],
]);

/** Opens the guest's charge of the link or of this device: its code, live screen or receipt. */
export function Component() {
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const token = useToken();
  const home = usePaths().home();
  const back = useBack(home);
  const { isRead, isQuestion, confirm, isPending, error } = useSecretOfLink();
  if (isLoggedIn && isRead && !isQuestion) return <Navigate to={home} replace />;
  return (
    <Page title={strings.title} onBack={back}>
      {isQuestion && (
        <ConfirmDialog
          title={strings.replace}
          confirmLabel={strings.open}
          cancelLabel={words.cancel}
          pending={isPending}
          onConfirm={confirm}
          onClose={back}
        >
          <p>{isLoggedIn ? strings.replaceText : strings.replaceCharge}</p>
          <GuestLink />
          {error && <p role="alert">{statusOf(error) === 401 ? strings.noneText : strings.failure}</p>}
        </ConfirmDialog>
      )}
      {isRead &&
        !isLoggedIn &&
        !isQuestion &&
        (token === undefined ? <NoCharge /> : <CurrentState key={token} />)}
    </Page>
  );
}

/** The device has no charge, or the link is invalid or has ended. */
const NoCharge = () => (
  <EmptyState
    icon={<PlugZap />}
    title={strings.none}
    action={
      <ButtonLink variant="primary" render={<Link to={usePaths().home()} />}>
        {strings.home}
      </ButtonLink>
    }
  >
    {strings.noneText}
  </EmptyState>
);

function CurrentState() {
  const paths = usePaths();
  const query = useGuestCharge(true);
  useFailureToast(query, strings.failure);
  // A cached state may be the one that led here.
  const charge = query.isFetchedAfterMount ? query.data : undefined;
  const isWaiting = charge?.state === 'waiting';
  // The recharge screen shows the wait of a start, which the cached list may not have yet.
  const starts = useQuery({ ...queries.startAttempts(), enabled: isWaiting, staleTime: 0 });
  if (!charge) return <QueryState query={query} failure={strings.failure} height="18rem" />;
  const { state, orderId, chargePointId, connectorId, transactionId } = charge;
  if (state === 'unpaid') return <Navigate to={paths.addPix(orderId)} replace />;
  if (state === 'charging' || (isWaiting && !starts.isFetching))
    return <Navigate to={paths.recharge(chargePointId, connectorId)} replace />;
  if (state === 'ended' && transactionId !== undefined)
    return <Navigate to={paths.chargeReceipt(transactionId)} replace />;
  if (state === 'expired')
    return (
      <WithoutCharge icon={<Clock />} title={strings.expired} charge={charge}>
        {strings.expiredText}
      </WithoutCharge>
    );
  if (state === 'refused' || state === 'ended')
    return (
      <WithoutCharge icon={<TriangleAlert />} title={strings.notCharged} charge={charge}>
        {REASONS.get(charge.errorCode ?? '') ?? startErrorMessage(charge.errorCode ?? '')}{' '}
        {strings.notChargedText}
      </WithoutCharge>
    );
  if (state !== 'starting' && !isWaiting)
    return <QueryState query={{ ...query, isError: true }} failure={strings.failure} height="18rem" />;
  return (
    <>
      <EmptyState icon={<Spinner />} title={strings.starting}>
        <p role="status">{strings.startingText}</p>
      </EmptyState>
      <GuestLink />
    </>
  );
}

interface WithoutChargeProps {
  icon: ReactNode;
  title: string;
  charge: GuestCharge;
  children: ReactNode;
}

/** Shows why no charge has begun, the state of the refund, and a link to try again. */
function WithoutCharge({ icon, title, charge, children }: WithoutChargeProps) {
  return (
    <div className={styles.parts}>
      <EmptyState
        icon={icon}
        title={title}
        action={
          <ButtonLink variant="primary" render={<Link to={usePaths().qrcode()} />}>
            {strings.again}
          </ButtonLink>
        }
      >
        <p role="status">{children}</p>
      </EmptyState>
      {(charge.state !== 'expired' || charge.back.length > 0) && <GuestMoney charge={charge} />}
    </div>
  );
}
