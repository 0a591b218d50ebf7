const IMAGE_URL = /^data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Base64 prefix of each kind of image. */
const KINDS: readonly [start: string, kind: string][] = [
  ['iVBORw0KGgo', 'png'],
  ['/9j/', 'jpeg'],
  ['R0lGOD', 'gif'],
  ['UklGR', 'webp'],
  ['PHN2Zy', 'svg+xml'],
  ['PD94bWwg', 'svg+xml'],
];

/**
 * Returns the `src` of an `<img>`: a `data:image/…;base64,…` URL without its whitespace, or one
 * made from the bare base64 of a PNG, JPEG, GIF, WebP or SVG. Undefined for anything else; callers
 * then show a default.
 */
export function imageUrl(fileData: string): string | undefined {
  const data = fileData.replace(/\s+/g, '');
  if (IMAGE_URL.test(data)) return data;
  const kind = KINDS.find(([start]) => data.startsWith(start))?.[1];
  return kind && BASE64.test(data) ? `data:image/${kind};base64,${data}` : undefined;
}
