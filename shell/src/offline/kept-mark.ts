/** Attribute of `<html>` in a page that was opened from the cache. */
export const KEPT_MARK = 'data-kept';
