import { CACHED_PAGE_ATTRIBUTE } from './cache-names.ts';

/** Tags that the server adds to a charging web app's page, for link previews and search engines. */
const SHARE_TAGS = /<(?:meta (?:property="og:|name="description")|link rel="canonical")[^>]*>/g;

/** Marks the page as cached. Removes what differs by URL, since one page is cached for all. */
export const toCachedPage = (html: string): string =>
  html.replace(SHARE_TAGS, '').replace('<html', `<html ${CACHED_PAGE_ATTRIBUTE}`);
