import type { ValetQueueItem } from '@shared/contract';

/** Normalizes a prisma for comparison: `07` and `7` are the same. */
const same = (prisma: string) =>
  prisma
    .trim()
    .toUpperCase()
    .replace(/^0+(?=\d)/, '');

/** Returns the vehicle of the queue that already has this prisma, if any. */
export const holderOf = (prisma: string, queue: readonly ValetQueueItem[]): ValetQueueItem | undefined =>
  prisma.trim() === '' ? undefined : queue.find((item) => same(item.cqCustomId) === same(prisma));
