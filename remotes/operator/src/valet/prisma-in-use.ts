import type { ValetQueueItem } from '@shared/contract';
import { stateOf } from './states.tsx';

/** Normalizes a prisma for comparison: `07` and `7` are the same. */
const normalizePrisma = (prisma: string) =>
  prisma
    .trim()
    .toUpperCase()
    .replace(/^0+(?=\d)/, '');

/** Returns false if the charge has finished and the car isn't known to block its charger. */
const isOnSite = (item: ValetQueueItem) => stateOf(item).name !== 'FINISHED' || item.blocksCharger === true;

/** Returns the vehicle of the queue that has this prisma now, if any. */
export const findByPrisma = (prisma: string, queue: readonly ValetQueueItem[]): ValetQueueItem | undefined =>
  prisma.trim() === ''
    ? undefined
    : queue.find((item) => isOnSite(item) && normalizePrisma(item.cqCustomId) === normalizePrisma(prisma));
