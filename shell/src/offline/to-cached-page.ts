import { CACHED_PAGE_ATTRIBUTE } from './cached-page-attribute.ts';

/** The server adds them to the page of a site, for messengers and search engines. */
const SHARE_TAGS = /<(?:meta (?:property="og:|name="description")|link rel="canonical")[^>]*>/g;

/** Marks the page as cached. Removes what differs by address, since one page is cached for all. */
export const toCachedPage = (html: string): string =>
  html.replace(SHARE_TAGS, '').replace('<html', `<html ${CACHED_PAGE_ATTRIBUTE}`);
