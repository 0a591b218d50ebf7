/** Pages that requests with the same key share for a second. */
import type { FastifyRequest } from 'fastify';
import { SECOND_MS } from '../platform/time.ts';
import type { SiteFile } from './files.ts';
import { rememberedBy } from './first-view/view-target.ts';
import type { Policy } from './policies.ts';

export interface SharedPage {
  page: SiteFile;
  policy: Policy;
  links: string[];
  /** Whether later requests share it. */
  isShared: boolean;
}

/** More pages per second than visitors need; further pages replace the oldest. */
const MAX_PAGES = 200;

/** Returns the key of requests with the same URL and remembered visit. */
export const urlKeyOf = (request: FastifyRequest, origin: string): string =>
  JSON.stringify([origin, request.url, request.headers.cookie ? rememberedBy(request) : undefined]);

export function createSharedPages() {
  const pages = new Map<string, Promise<SharedPage>>();
  return {
    find: (key: string) => pages.get(key),
    /** Makes a page once for concurrent requests, and for those of the next second if shared. */
    add(key: string, make: () => Promise<SharedPage>): Promise<SharedPage> {
      const known = pages.get(key);
      if (known) return known;
      const page = make();
      const [oldest] = pages.keys();
      if (pages.size >= MAX_PAGES && oldest !== undefined) pages.delete(oldest);
      const remove = () => void (pages.get(key) === page && pages.delete(key));
      pages.set(key, page);
      page.then(({ isShared }) => (isShared ? setTimeout(remove, SECOND_MS).unref() : remove()), remove);
      return page;
    },
  };
}
