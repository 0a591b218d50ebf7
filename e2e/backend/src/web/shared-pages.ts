/** Pages that requests with the same URL and remembered visit share for a second. */
import type { FastifyRequest } from 'fastify';
import { SECOND_MS } from '../time.ts';
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

/** More pages per second than visitors need; further pages aren't shared. */
const MAX_PAGES = 200;

export function createSharedPages() {
  const pages = new Map<string, Promise<SharedPage>>();
  const keyOf = (request: FastifyRequest, origin: string) =>
    JSON.stringify([origin, request.url, request.headers.cookie ? rememberedBy(request) : undefined]);

  return {
    find: (request: FastifyRequest, origin: string) => pages.get(keyOf(request, origin)),
    /** Makes a page once for concurrent requests, and for those of the next second if shared. */
    add(request: FastifyRequest, origin: string, make: () => Promise<SharedPage>): Promise<SharedPage> {
      const key = keyOf(request, origin);
      const known = pages.get(key);
      if (known) return known;
      const page = make();
      if (pages.size >= MAX_PAGES) return page;
      const remove = () => void pages.delete(key);
      pages.set(key, page);
      page.then(({ isShared }) => (isShared ? setTimeout(remove, SECOND_MS).unref() : remove()), remove);
      return page;
    },
  };
}
