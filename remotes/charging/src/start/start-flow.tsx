import { queries, serverTime, useQuery } from '@shared/client';
import { brandOfLink } from '@shared/client/opened-link';
import { attemptAt } from '@shared/client/start-errors';
import { brandName } from '@shared/contract';
import { Link, Navigate, pathsOf, useNavigate, usePaths } from '@shared/router';
import { brandAtom, connectorKey, isLoggedInAtom, plugWaitsAtom } from '@shared/state';
import { ButtonLink } from '@shared/ui';
import { SWITCH_BRAND } from '@shared/ui/product-words';
import { useAtomValue } from 'jotai';
import { type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { Confirmation } from './confirmation.tsx';
import { GuestConfirmation } from './guest-confirmation.tsx';
import { ProblemDialog } from './problem-dialog.tsx';
import { strings } from './strings.ts';
import { useCharger } from './use-charger.ts';

interface StartFlowProps {
  number: string;
  /** Receives the focus when the user returns from a wrong number. */
  field: RefObject<HTMLElement | null>;
  /** Called when the user leaves the flow. */
  onClose: () => void;
}

/** Leads from a charger number to a charge: look-up, confirmation, start. */
export function StartFlow({ number, field, onClose }: StartFlowProps) {
  const navigate = useNavigate();
  const paths = usePaths();
  const waitUntil = useAtomValue(plugWaitsAtom);
  const [now] = useState(() => Date.now());
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  // Has the starts of other devices and those whose response was lost.
  const { data: attempts } = useQuery({ ...queries.startAttempts(), enabled: isLoggedIn });
  const { connector, price, site, detailsPending, isLate, notFound, unknown, searching, retry } =
    useCharger(number);

  if (notFound) {
    return (
      <WrongNumber
        field={field}
        title={strings.notFound}
        text={strings.notFoundText}
        retrying={searching}
        onRetry={retry}
        onClose={onClose}
        hint={unknown && <OtherOperator number={number} />}
      />
    );
  }
  const recharge = connector && paths.recharge(connector.chargePointId, connector.connectorId);
  // If the user's own charge is running or waiting for the plug here, show it instead of a new
  // start. An accepted start makes it wait.
  const isCharging = connector?.transaction && !connector.transaction.stopTime;
  const isWaiting =
    connector &&
    ((waitUntil[connectorKey(connector.chargePointId, connector.connectorId)] ?? 0) > now ||
      Date.parse(attemptAt(attempts, connector)?.waitUntil ?? '') > serverTime(now));
  if (recharge && (isCharging || isWaiting)) return <Navigate to={recharge} replace />;
  const charger = { number, connector, site, price, detailsPending, isLate };
  if (!isLoggedIn) return <GuestConfirmation {...charger} onClose={onClose} />;
  return (
    <Confirmation
      {...charger}
      onClose={onClose}
      onBegun={() => recharge && navigate(recharge, { replace: true })}
    />
  );
}

interface WrongNumberProps extends ComponentProps<typeof ProblemDialog> {
  field: RefObject<HTMLElement | null>;
}

/** Without this, the focus would return to the button that sent the number. */
function WrongNumber({ field, ...problem }: WrongNumberProps) {
  useEffect(() => () => field.current?.focus(), [field]);
  return <ProblemDialog {...problem} />;
}

/**
 * Says that an unknown charger number belongs to the operator that its sticker names, or may belong
 * to another one, and links to the brand switch.
 */
function OtherOperator({ number }: { number: string }) {
  const paths = usePaths();
  const { slug } = useAtomValue(brandAtom);
  const other = brandOfLink(number, slug);
  const { data } = useQuery({ ...queries.brand(other ?? ''), enabled: other !== undefined });
  const next = other && data && pathsOf(other).qrcode(number);
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  return (
    <>
      <p>{next ? strings.ofOperator(brandName(data)) : strings.mayBeOfOther}</p>
      <ButtonLink render={<Link to={paths.switchBrand() + query} />}>{SWITCH_BRAND}</ButtonLink>
    </>
  );
}
