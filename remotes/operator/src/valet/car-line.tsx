import type { ValetQueueItem } from '@shared/contract';
import styles from './dialogs.module.css';
import { strings } from './strings.ts';
import tagStyles from './tag.module.css';

type Car = Pick<ValetQueueItem, 'cqUvLicencePlate' | 'cqCustomId'>;

/** Returns the plate, or a placeholder if deleting the driver's account has erased it. */
export const plateOf = ({ cqUvLicencePlate }: Car) => cqUvLicencePlate || strings.erasedPlate;

/** Returns the words after 'veículo' in a sentence: the plate or, if erased, the prisma. */
export const nameOf = ({ cqUvLicencePlate, cqCustomId }: Car) =>
  cqUvLicencePlate || strings.ofPrisma(cqCustomId);

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

/** A longer prisma gets a smaller font. */
const SHORT = 4;

/** A prisma in large type, like the sign on the car. */
export function PrismaTag({ children: prisma }: { children: string }) {
  return (
    <bdi className={tagStyles.tag} data-long={prisma.length > SHORT}>
      {prisma || strings.none}
    </bdi>
  );
}
