import { formatKwh, formatTime } from '@shared/brazil';
import type { ValetQueueItem } from '@shared/contract';
import { Button, Dialog, words } from '@shared/ui';
import { ENERGY } from '@shared/ui/product-words';
import { CarLine, Changed } from './car-line.tsx';
import styles from './dialogs.module.css';
import { strings } from './strings.ts';

interface InfoDialogProps {
  item: ValetQueueItem;
  changed: string | undefined;
  onClose: () => void;
}

/** Details of a running charge, which ends when the car is unplugged. */
export function InfoDialog({ item, changed, onClose }: InfoDialogProps) {
  const { chargePointName, connectorId, meterTotal, startTime } = item;
  const facts = [
    [
      strings.charger,
      [chargePointName, connectorId && strings.connector(connectorId)].filter(Boolean).join(' · '),
    ],
    [ENERGY, meterTotal === undefined ? undefined : formatKwh(meterTotal)],
    [strings.since, startTime && formatTime(startTime)],
  ] as const;
  return (
    <Dialog
      title={strings.info}
      cross={false}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.close}
        </Button>
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
