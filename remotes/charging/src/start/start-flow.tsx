import { Navigate, useNavigate, usePaths } from '@shared/router';
import { connectorKey, plugWaitsAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Confirmation } from './confirmation.tsx';
import { ProblemDialog } from './problem-dialog.tsx';
import { strings } from './strings.ts';
import { useCharger } from './use-charger.ts';

interface StartFlowProps {
  number: string;
  /** The person goes back to the number, which is kept as it was typed. */
  onClose: () => void;
}

/** From a charger number to a charge: look-up, confirmation, start. */
export function StartFlow({ number, onClose }: StartFlowProps) {
  const navigate = useNavigate();
  const paths = usePaths();
  const waitUntil = useAtomValue(plugWaitsAtom);
  const [now] = useState(() => Date.now());
  const { connector, price, site, notFound, searching, again } = useCharger(number);

  if (notFound) {
    return (
      <ProblemDialog
        title={strings.notFound}
        text={strings.notFoundText}
        retrying={searching}
        onRetry={again}
        onClose={onClose}
      />
    );
  }
  const recharge = connector && paths.recharge(connector.chargePointId, connector.connectorId);
  // A charge of one's own that runs here, or waits for the plug, is watched, not started again.
  const runs = connector?.transaction && !connector.transaction.stopTime;
  const waits =
    connector && (waitUntil[connectorKey(connector.chargePointId, connector.connectorId)] ?? 0) > now;
  if (recharge && (runs || waits)) return <Navigate to={recharge} replace />;
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
