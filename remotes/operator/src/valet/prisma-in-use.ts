import type { ValetQueueItem } from '@shared/contract';

/** `07` and `7` are the same piece. */
const same = (prisma: string) =>
  prisma
    .trim()
    .toUpperCase()
    .replace(/^0+(?=\d)/, '');

/** The vehicle that a prisma lies on already, if there is one. */
export const holderOf = (prisma: string, queue: readonly ValetQueueItem[]): ValetQueueItem | undefined =>
  prisma.trim() === '' ? undefined : queue.find((item) => same(item.cqCustomId) === same(prisma));
