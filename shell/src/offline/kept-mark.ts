/** Attribute of `<html>` in a page that was opened from kept files. */
export const KEPT_MARK = 'data-kept';
