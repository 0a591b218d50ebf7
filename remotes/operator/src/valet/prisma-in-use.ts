import type { ValetQueueItem } from '@shared/contract';

/** Normalizes a prisma for comparison: `07` and `7` are the same. */
const normalizePrisma = (prisma: string) =>
  prisma
    .trim()
    .toUpperCase()
    .replace(/^0+(?=\d)/, '');

/** Returns the vehicle of the queue that already has this prisma, if any. */
export const findByPrisma = (prisma: string, queue: readonly ValetQueueItem[]): ValetQueueItem | undefined =>
  prisma.trim() === ''
    ? undefined
    : queue.find((item) => normalizePrisma(item.cqCustomId) === normalizePrisma(prisma));
