/** Links from messengers: they add full stops, spaces and invisible characters. */

/** Returns a decoded path segment without what a messenger added. */
export const tidySegment = (text: string): string =>
  text.replace(/\p{Cf}/gu, '').replace(/^\s+|[\s.]+$/g, '');

/** Like `tidySegment` for an encoded segment; unchanged if it is malformed. */
function tidyEncoded(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    const tidy = tidySegment(text);
    return tidy === text ? segment : encodeURIComponent(tidy);
  } catch {
    return segment;
  }
}

/** Returns an encoded path without what a messenger added to its end. A final slash remains. */
export function tidyPathEnd(path: string): string {
  const segments = path.split('/');
  const last = segments.findLastIndex((segment) => tidyEncoded(segment) !== '');
  if (last < 0) return path.startsWith('/') ? '/' : '';
  const end = last < segments.length - 1 ? '/' : '';
  return [...segments.slice(0, last), tidyEncoded(segments[last] ?? '')].join('/') + end;
}
