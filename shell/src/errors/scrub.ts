/** Removes personal data from reports before they leave the device. */
import {
  API_PATH,
  calls,
  LIVE_PATH,
  type ScreenTable,
  SHELL_SCREENS,
  WEB_APP_SEGMENTS,
} from '@shared/contract';
import { builtFileAt } from '@shared/registry/built-files';

/** Replacement for removed text. */
const REMOVED = ':x';
const MAX_LENGTH = 300;

const KNOWN = new Set([
  ...WEB_APP_SEGMENTS,
  ...SHELL_SCREENS.keys(),
  ...[API_PATH, LIVE_PATH, ...Object.values(calls).map(({ path }) => path)].flatMap((path) =>
    path.split('/'),
  ),
  'config.json',
  'remotes.json',
  'sw.js',
]);

/** Keeps the fixed parts of the remotes' paths from now on. */
export function keepScreenTable(screenTable: ScreenTable): void {
  for (const { segment, parts = [] } of screenTable.values())
    for (const part of [segment, ...parts]) KNOWN.add(part);
}

/** Path of a built file in its folder. It contains no personal data. */
const BUILT = /^(?:[a-z]+\/){0,3}[\w-]{1,40}(?:\.[0-9a-f]{8,16})?\.(?:m?js|css)$/;

const isBuilt = (path: string) => BUILT.test(builtFileAt(path) ?? '');

/** `/marca/forgot-password-app/abc?d=e` becomes `/marca/forgot-password-app/:x`. */
export function scrubPath(url: string, brand: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (isBuilt(path)) return path;
  const isKnown = (part: string) => part === '' || part === brand || KNOWN.has(part);
  return path
    .split('/')
    .map((part) => (isKnown(part) ? part : REMOVED))
    .join('/');
}

/** Returns the scrubbed path of a URL, without its host. */
export function scrubUrl(url: string, brand: string): string {
  const [, path] = /^(?:https?|wss?):\/\/[^/?#]*(.*)$/is.exec(url) ?? [];
  return path === undefined ? REMOVED : scrubPath(path, brand);
}

const URL_PATTERN = /((?:[a-z][a-z0-9+.-]*:|\/)\/?[^\s"'`()<>,|]+)/i;

/** Scrubs URLs; removes quoted text, long numbers and anything that looks like a secret. */
export function scrubText(text: string, brand: string): string {
  const bare = text
    .slice(0, 4 * MAX_LENGTH)
    // From the first quote to the last, since quoted text may contain quotes; then from an unclosed
    // quote to the end.
    .replace(/["'`“‘«].*["'`”’»]/s, '…')
    .replace(/(^|[^a-z])["'`“‘«].*/is, '$1…');
  const parts = bare.split(URL_PATTERN);
  // `split` with a capturing group puts a URL at every odd index.
  const clean = parts.map((part, index) => (index % 2 ? scrubUrlOrPath(part, brand) : scrubWords(part)));
  return clean.join('').slice(0, MAX_LENGTH);
}

const scrubUrlOrPath = (text: string, brand: string) =>
  text.startsWith('/') ? scrubPath(text, brand) : scrubUrl(text, brand);

/** Keeps numbers of up to three digits, such as HTTP statuses. */
const scrubWords = (words: string) =>
  words
    .replace(/\S*@\S*/g, REMOVED)
    .replace(/[+-]?\d+[.,;]\d[\d.,;-]*/g, REMOVED)
    .replace(/\d[\d.,\s/()-]{2,}\d/g, REMOVED)
    .replace(/[^\s:.,;()|]*\d[^\s:.,;()|]*/g, (word) => (/^\d{1,3}$/.test(word) ? word : REMOVED))
    .replace(/[^\s:.,;()|]{24,}/g, REMOVED);
