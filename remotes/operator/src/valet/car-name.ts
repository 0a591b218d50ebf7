import type { ValetQueueItem } from '@shared/contract';
import { strings } from './strings.ts';

type Car = Pick<ValetQueueItem, 'cqUvLicencePlate' | 'cqCustomId'>;

/** Returns the plate, or a placeholder if deleting the driver's account has erased it. */
export const plateOf = ({ cqUvLicencePlate }: Car) => cqUvLicencePlate || strings.erasedPlate;

/** Returns the words after 'veículo' in a sentence: the plate or, if erased, the prisma. */
export const nameOf = ({ cqUvLicencePlate, cqCustomId }: Car) =>
  cqUvLicencePlate || strings.ofPrisma(cqCustomId);
