/** Name of the only cache. Not in `rules.ts`, which the first script doesn't need. */
export const CACHE = 'site';
