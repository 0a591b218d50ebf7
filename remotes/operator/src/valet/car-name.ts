import type { ValetQueueItem } from '@shared/contract';
import { strings } from './strings.ts';

type Car = Pick<ValetQueueItem, 'cqUvLicencePlate' | 'cqCustomId'>;

/** Returns the plate, or a placeholder if it was erased because the driver deleted the account. */
export const plateOf = ({ cqUvLicencePlate }: Car) => cqUvLicencePlate || strings.erasedPlate;

/** Returns the words after 'veículo' in a sentence: the plate, or the prisma if it was erased. */
export const nameOf = ({ cqUvLicencePlate, cqCustomId }: Car) =>
  cqUvLicencePlate || strings.ofPrisma(cqCustomId);
