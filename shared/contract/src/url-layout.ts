/**
 * The layout of the web app's addresses: its folders, and first segments that aren't screens. Those
 * of screens are in `segments.ts`, the patterns of files in `built-files.ts`. Not part of the
 * package's index; imports nothing, since the first script and the service worker use it.
 */

/** Folder of the shell's built files. */
export const BUILD_FOLDER = '/static/';

/** Folder of the brands' files: `/brands/{slug}/{file}`. */
export const BRANDS_FOLDER = '/brands/';

/** First segment of the address on a charger's sticker, `/ch/{number}`, which has no brand. */
export const STICKER_SEGMENT = 'ch';
