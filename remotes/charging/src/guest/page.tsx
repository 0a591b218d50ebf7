import { START_ERROR_TITLE, startErrorMessage } from '@shared/charging/start-error';
import type { GuestCharge } from '@shared/contract/guest-charge';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, Navigate, useBack, usePaths } from '@shared/router';
import { isLoggedInAtom, tokenAtom } from '@shared/state';
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

/** Leads to the guest's charge of the link, or of this device: its code, the live screen or the receipt. */
export function Component() {
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const token = useAtomValue(tokenAtom);
  const home = usePaths().home();
  const back = useBack(home);
  const { isRead, isQuestion, confirm } = useSecretOfLink();
  if (isLoggedIn && isRead && !isQuestion) return <Navigate to={home} replace />;
  return (
    <Page title={strings.title} onBack={back}>
      {isQuestion && (
        <ConfirmDialog
          title={strings.replace}
          confirmLabel={strings.open}
          cancelLabel={words.cancel}
          onConfirm={confirm}
          onClose={back}
        >
          <p>{strings.replaceText}</p>
        </ConfirmDialog>
      )}
      {isRead && !isLoggedIn && (token === undefined ? <NoCharge /> : <CurrentState key={token} />)}
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
  if (!charge) return <QueryState query={query} failure={strings.failure} height="18rem" />;
  const { state, orderId, chargePointId, connectorId, transactionId } = charge;
  if (state === 'unpaid') return <Navigate to={paths.addPix(orderId)} replace />;
  if (state === 'waiting' || state === 'charging')
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
        {reasonOf(charge)} {strings.notChargedText}
      </WithoutCharge>
    );
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

/** No charge has begun: why, where the money is, and another try. */
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

function reasonOf({ state, errorCode }: GuestCharge): string {
  if (errorCode === undefined) return state === 'ended' ? strings.noPlug : '';
  return errorCode === CONNECTOR_UNAVAILABLE
    ? strings.taken
    : `${START_ERROR_TITLE} ${startErrorMessage(errorCode)}`;
}

/** The code of a start that found the connector in use, or the charge point offline. */
const CONNECTOR_UNAVAILABLE = 'CONNECTOR_UNAVAILABLE';
