/** The brand that a charger's sticker names, although the app keeps the stored brand. */
// Imported by package name: each importer bundles this file, but all share these packages.
import { canonicalSlug } from '@shared/contract';
import { tab } from '@shared/state';

const KEY = 'openedLink';
/** `/{brand}/ch/{number}` or `/{brand}/qrcode/{number}`, and whatever a messenger added. */
const CHARGER_PATH = /^\/([^/]+)\/(?:ch|qrcode)\/([\w-]+)/i;

/** Remembers the path of a scanned code for this tab. */
export const rememberLink = (path: string) => tab.write(KEY, path);

/** Returns the path that the page was opened with, before the stored brand replaced its brand. */
function openedPath(): string {
  const [page] = performance.getEntriesByType('navigation');
  return page ? new URL(page.name, location.href).pathname : '';
}

/** Returns the brand's slug in the newest link to a charger number, if it isn't the app's brand. */
export function brandOfLink(number: string, current: string): string | undefined {
  const [, segment = '', linked] = CHARGER_PATH.exec(tab.read(KEY) ?? openedPath()) ?? [];
  const brand = canonicalSlug(segment);
  return linked === number && brand !== current ? brand : undefined;
}
