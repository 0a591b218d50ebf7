import { formatKwh, formatTime } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import { queries, useQuery, type writes } from '@shared/client';
import type { ValetQueueItem } from '@shared/contract';
import { Button, ConfirmDialog, Dialog, words } from '@shared/ui';
import { ENERGY } from '@shared/ui/product-words';
import { useState } from 'react';
import { CarLine, Changed } from './car-line.tsx';
import styles from './dialogs.module.css';
import { strings } from './strings.ts';
import { useSite } from './use-queue.ts';

interface InfoDialogProps {
  siteId: string;
  item: ValetQueueItem;
  changed: string | undefined;
  pending: boolean;
  onStop: (charge: Charge) => void;
  onClose: () => void;
}

/** Details of a running charge, which ends when the car is unplugged, or on request. */
export function InfoDialog({ siteId, item, changed, pending, onStop, onClose }: InfoDialogProps) {
  const charge = useCharge(siteId, item);
  const [asking, setAsking] = useState(false);
  const { chargePointName, connectorId, meterTotal, startTime } = item;
  const facts = [
    [
      strings.charger,
      [isolate(chargePointName ?? ''), connectorId && strings.connector(connectorId)]
        .filter(Boolean)
        .join(' · '),
    ],
    [ENERGY, meterTotal === undefined ? undefined : formatKwh(meterTotal)],
    [strings.since, startTime && formatTime(startTime)],
  ] as const;
  if (asking && charge)
    return (
      <ConfirmDialog
        title={strings.askStop}
        pending={pending}
        disabled={changed !== undefined}
        onConfirm={() => onStop(charge)}
        onClose={() => setAsking(false)}
      >
        <CarLine item={item} />
        <p>{strings.askStopText}</p>
        <Changed>{changed}</Changed>
      </ConfirmDialog>
    );
  return (
    <Dialog
      title={strings.info}
      cross={false}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={onClose}>
            {words.close}
          </Button>
          {charge && changed === undefined && <Button onClick={() => setAsking(true)}>{strings.stop}</Button>}
        </>
      }
    >
      <CarLine item={item} />
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      <p>{strings.infoText}</p>
      <Changed>{changed}</Changed>
    </Dialog>
  );
}

/** Body of the request that stops a charge. */
type Charge = Parameters<typeof writes.stopCharge>[0];

/**
 * Returns the charge of a row, to stop it. The row only names its connector; the valet's list has the
 * charge point's id and the site's board the transaction. Undefined if another connector has the same
 * name.
 */
function useCharge(siteId: string, item: ValetQueueItem): Charge | undefined {
  const places = useQuery(queries.valetConnectors(siteId)).data ?? [];
  const charges = useSite(siteId).data?.connectors ?? [];
  const isHere = (one: { name?: string | undefined; connectorId: string }) =>
    one.name === item.chargePointName && one.connectorId === item.connectorId;
  const [place, otherPlace] = places.filter(isHere);
  const [charge, otherCharge] = charges.filter(isHere);
  if (!place || otherPlace || otherCharge || charge?.transactionId === undefined) return undefined;
  return {
    ChargePointID: `${place.chargePointId}-${place.connectorId}`,
    TransactionID: charge.transactionId,
  };
}
