import type { ValetQueueItem } from '@shared/contract';
import { strings } from './strings.ts';

type Car = Pick<ValetQueueItem, 'cqUvLicencePlate' | 'cqCustomId'>;

/** A car's plate; it is erased when the driver deletes their account. */
export const plateOf = ({ cqUvLicencePlate }: Car) => cqUvLicencePlate || strings.erasedPlate;

/** What follows 'veículo' in a sentence: the plate, or the prisma where the plate is erased. */
export const nameOf = ({ cqUvLicencePlate, cqCustomId }: Car) =>
  cqUvLicencePlate || strings.ofPrisma(cqCustomId);
