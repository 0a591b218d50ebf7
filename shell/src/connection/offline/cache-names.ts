/** Name of the only cache. */
export const CACHE = 'site';

/** Attribute of `<html>` in a page that was opened from the cache. */
export const CACHED_PAGE_ATTRIBUTE = 'data-kept';
