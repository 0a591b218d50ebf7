import { isolate } from '@shared/brazil/isolate';
import { connectorWords } from '@shared/charging/connector-status';
import { canStart } from '@shared/charging/connector-use';
import { queries, useQuery } from '@shared/client';
import type { ValetConnector, ValetQueueItem } from '@shared/contract';
import { brandAtom, connectorKey } from '@shared/state';
import { ConfirmDialog, QueryState, Skeleton, words } from '@shared/ui';
import { RadioCards } from '@shared/ui/form-fields';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { CarLine, Changed } from './car-line.tsx';
import { strings } from './strings.ts';

/** Same interval as the site: a charger may become occupied while the dialog is open. */
const POLL_MS = 5_000;

const keyOf = (connector: ValetConnector) => connectorKey(connector.chargePointId, connector.connectorId);
const labelOf = ({ name, chargePointId, connectorId }: ValetConnector) =>
  `${isolate(name ?? chargePointId)} · ${strings.connector(connectorId)}`;
/** The list has no charge point status; an offline charge point has no connector status. */
const isFree = ({ connectorStatus }: ValetConnector) => canStart(true, connectorStatus);

interface StartDialogProps {
  siteId: string;
  item: ValetQueueItem;
  changed: string | undefined;
  pending: boolean;
  onStart: (at: ValetConnector) => void;
  onClose: () => void;
}

/** Dialog for choosing a charger and starting the charge. */
export function StartDialog({ siteId, item, changed, pending, onStart, onClose }: StartDialogProps) {
  const [picked, setPicked] = useState<string>();
  const connectors = useQuery({
    ...queries.valetConnectors(siteId),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  const chosen = connectors.data?.find((one) => isFree(one) && keyOf(one) === picked);
  return (
    <ConfirmDialog
      title={strings.start}
      confirmLabel={strings.confirmStart}
      cancelLabel={words.cancel}
      pending={pending}
      disabled={!chosen || changed !== undefined}
      onConfirm={() => chosen && onStart(chosen)}
      onClose={onClose}
    >
      <CarLine item={item} />
      <Changed>{changed}</Changed>
      {connectors.data ? (
        <Chargers connectors={connectors.data} chosen={chosen} onPick={setPicked} />
      ) : (
        <QueryState query={connectors} failure={strings.failure}>
          <Skeleton width="60%" />
          <Skeleton height="3.5rem" />
          <Skeleton height="3.5rem" />
        </QueryState>
      )}
    </ConfirmDialog>
  );
}

interface ChargersProps {
  connectors: readonly ValetConnector[];
  chosen: ValetConnector | undefined;
  onPick: (key: string) => void;
}

/**
 * Radio list of the chargers with their status; unavailable ones are disabled. Those available when
 * the dialog opened come first. The order then stays the same, so that no row moves under a finger.
 */
function Chargers({ connectors, chosen, onPick }: ChargersProps) {
  const { record } = useAtomValue(brandAtom);
  const [first] = useState(() => new Set(connectors.filter(isFree).map(keyOf)));
  if (connectors.length === 0) return <p>{strings.noChargers}</p>;
  const rank = (connector: ValetConnector) => Number(!first.has(keyOf(connector)));
  const ordered = [...connectors].sort((one, other) => rank(one) - rank(other));
  return (
    <>
      {!connectors.some(isFree) && <p role="status">{strings.noneFree}</p>}
      <RadioCards
        label={strings.chooseCharger}
        value={chosen && keyOf(chosen)}
        onChange={onPick}
        options={ordered.map((connector) => {
          const label = labelOf(connector);
          const hasSameLabel = connectors.filter((other) => labelOf(other) === label).length > 1;
          const { connectorStatus } = connector;
          const { label: status } = connectorWords(
            connectorStatus !== undefined,
            connectorStatus,
            record?.waitingLine,
          );
          return {
            value: keyOf(connector),
            label,
            // The charge point id distinguishes chargers with the same name.
            detail: hasSameLabel ? `${status} · ${connector.chargePointId}` : status,
            disabled: !isFree(connector),
          };
        })}
      />
    </>
  );
}
