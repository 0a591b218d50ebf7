import { Navigate, useNavigate, usePaths } from '@shared/router';
import { connectorKey, plugWaitsAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Confirmation } from './confirmation.tsx';
import { OtherOperator } from './other-operator.tsx';
import { ProblemDialog } from './problem-dialog.tsx';
import { strings } from './strings.ts';
import { useCharger } from './use-charger.ts';

interface StartFlowProps {
  number: string;
  /** Called when the user leaves the flow. */
  onClose: () => void;
}

/** Leads from a charger number to a charge: look-up, confirmation, start. */
export function StartFlow({ number, onClose }: StartFlowProps) {
  const navigate = useNavigate();
  const paths = usePaths();
  const waitUntil = useAtomValue(plugWaitsAtom);
  const [now] = useState(() => Date.now());
  const { connector, price, site, notFound, unknown, searching, retry } = useCharger(number);

  if (notFound) {
    return (
      <ProblemDialog
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
  // start.
  const isCharging = connector?.transaction && !connector.transaction.stopTime;
  const isWaiting =
    connector && (waitUntil[connectorKey(connector.chargePointId, connector.connectorId)] ?? 0) > now;
  if (recharge && (isCharging || isWaiting)) return <Navigate to={recharge} replace />;
  return (
    <Confirmation
      number={number}
      connector={connector}
      site={site}
      price={price}
      onClose={onClose}
      onAccepted={() => recharge && navigate(recharge, { replace: true })}
    />
  );
}
