import { centsFromReais, formatBRL } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import type { LiveConnector, PriceProfilePeriod } from '@shared/contract';
import { balanceHiddenAtom, connectorKey, Slot, useLiveEvent } from '@shared/state';
import { Button } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { coupons } from '../slots.ts';
import styles from './confirmation.module.css';
import { needsNewChoice } from './outcome.ts';
import { startRefusal } from './refusal.ts';
import { type FoundCharger, StartDialog, startNumberOf } from './start-dialog.tsx';
import { StartResult } from './start-result.tsx';
import { strings } from './strings.ts';
import { useStart } from './use-start.ts';
import { useVehicleChoice, VehicleChoice } from './vehicle-choice.tsx';

interface ConfirmationProps extends FoundCharger {
  /** Called when the charge began after the response to its start was lost. */
  onBegun: () => void;
  onClose: () => void;
}

/** Shows what the driver needs to know before a charge, and the button that starts it. */
export function Confirmation(props: ConfirmationProps) {
  const { onBegun, onClose, detailsPending, isLate, ...charger } = props;
  const { number, connector } = charger;
  const vehicle = useVehicleChoice(isLate);
  const balance = useQuery(queries.balance());
  const isBalanceHidden = useAtomValue(balanceHiddenAtom);
  const isBalancePending = !isBalanceHidden && !isLate && balance.isPending;
  const loading = detailsPending || !vehicle.vehicles || isBalancePending;
  const [coupon, setCoupon] = useState<string>();
  const terms = useCouponTerms(connector?.siteId, coupon);
  const { start, pending, refused, reset } = useStart();
  useFollowCharge(connector, refused?.isUnknown === true, onBegun);
  const ready = connector && !startRefusal(connector) && !loading && vehicle.settled;

  const begin = () => {
    if (!connector) return;
    const { chargePointId, connectorId } = connector;
    const body = {
      ChargePointID: startNumberOf(number, connector),
      ...(vehicle.chosen ? { uvId: vehicle.chosen } : {}),
      ...(coupon ? { udcId: coupon } : {}),
    };
    void start({ chargePointId, connectorId, body });
  };
  const close = () => {
    if (refused?.kind === 'couponError') setCoupon(undefined);
    reset();
  };

  return (
    <>
      <StartDialog
        {...charger}
        loading={loading}
        coupon={terms}
        pending={pending}
        onClose={onClose}
        action={
          <Button variant="primary" full pending={pending} disabled={!ready} onClick={begin}>
            {strings.start}
          </Button>
        }
      >
        <VehicleChoice {...vehicle} />
        {connector?.siteId !== undefined && (
          <Slot
            of={coupons}
            props={{ siteId: connector.siteId, selected: coupon, onSelect: setCoupon }}
            fallback={<div className={styles.coupons} />}
          />
        )}
        {!isBalanceHidden && <BalanceLine reais={balance.data?.uwalBalance} />}
      </StartDialog>
      {refused && (
        <StartResult outcome={refused} onRetry={needsNewChoice(refused) ? close : begin} onClose={close} />
      )}
    </>
  );
}

/** Shows the user's balance; renders nothing if it is unknown. */
function BalanceLine({ reais }: { reais: number | undefined }) {
  if (reais === undefined) return null;
  return (
    <p className={styles.balance}>
      <span>{strings.balance}</span>
      <strong>{formatBRL(centsFromReais(reais))}</strong>
    </p>
  );
}

/**
 * Returns the discount of the chosen coupon, from the list that it was chosen from; undefined
 * without a coupon, null if its discount is unknown.
 */
function useCouponTerms(siteId: string | undefined, udcId: string | undefined) {
  const enabled = siteId !== undefined && udcId !== undefined;
  const { data } = useQuery({ ...queries.coupons('active', siteId), enabled });
  if (!enabled) return undefined;
  const { dcType, dcParameter } = data?.items.find((one) => one.udcId === udcId) ?? {};
  const isKnown = dcType === 'DiscountCoupon' || dcType === 'ValueOfVoucher';
  if (!isKnown || dcParameter === undefined) return null;
  return { dcType, dcParameter } satisfies PriceProfilePeriod['coupon'];
}

/** Polling interval of the user's charges and starts while the outcome of a start is unknown, in ms. */
const POLL_MS = 5_000;

type Place = Pick<LiveConnector, 'chargePointId' | 'connectorId'>;
const keyOf = ({ chargePointId, connectorId }: Place) => connectorKey(chargePointId, connectorId);

/**
 * Calls `onBegun` when the user's charge has begun on a connector although its start got no response.
 * @param isUnknown true after such a start: live events may be lost as well, so the user's charges
 * are polled, and their starts, for which `StartFlow` opens the recharge screen
 */
function useFollowCharge(connector: Place | undefined, isUnknown: boolean, onBegun: () => void) {
  const active = useQuery({
    ...queries.activeRecharges(),
    staleTime: 0,
    enabled: isUnknown,
    refetchInterval: POLL_MS,
  });
  useQuery({ ...queries.startAttempts(), enabled: isUnknown, refetchInterval: POLL_MS });
  const isHere = (charge: Place) => connector !== undefined && keyOf(charge) === keyOf(connector);
  // Data cached by an earlier screen may belong to an earlier charge.
  const hasBegun = isUnknown && active.isFetchedAfterMount && active.data?.some(isHere) === true;
  const begin = useEffectEvent(onBegun);
  useEffect(() => {
    if (hasBegun) begin();
  }, [hasBegun]);
  useLiveEvent((event) => {
    if (isUnknown && event.type === 'StartTransactionIntegrationEvent' && isHere(event.transaction))
      onBegun();
  });
}
