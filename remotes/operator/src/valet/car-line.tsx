import type { ValetQueueItem } from '@shared/contract';
import { plateOf } from './car-name.ts';
import styles from './dialogs.module.css';
import { strings } from './strings.ts';
import { PrismaTag } from './tag.tsx';

/** Identifies the car of a dialog by its prisma, as large as in the queue, and its plate. */
export function CarLine({ item }: { item: ValetQueueItem }) {
  return (
    <dl className={styles.car}>
      <div>
        <dt>{strings.prisma}</dt>
        <dd>
          <PrismaTag>{item.cqCustomId}</PrismaTag>
        </dd>
      </div>
      <div>
        <dt>{strings.vehicle}</dt>
        <dd className={styles.carPlate}>
          <bdi>{plateOf(item)}</bdi>
        </dd>
      </div>
    </dl>
  );
}

/** Announces that the car's state has changed since the dialog opened. */
export function Changed({ children }: { children: string | undefined }) {
  return (
    <p className={styles.changed} role="status">
      {children}
    </p>
  );
}
