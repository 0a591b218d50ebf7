import { isChargerNumber } from '@shared/brazil';
import { parseUrl } from '@shared/contract/parse-url';
import { STICKER_SEGMENT } from '@shared/contract/url-layout';

const STICKER_PATH = new RegExp(`/${STICKER_SEGMENT}/([^/]+)/?$`);

/**
 * Returns the charger number in a scanned code, or undefined for any other code. Accepts the bare
 * number, or an http(s) URL of any host with a path that ends in `/ch/<number>`. The URL is never
 * opened.
 */
export function readCode(code: string): string | undefined {
  const text = code.trim();
  if (isChargerNumber(text)) return text;
  const path = pathOf(text);
  const number = path?.match(STICKER_PATH)?.[1];
  return number !== undefined && isChargerNumber(number) ? number : undefined;
}

/** Returns the path of a scanned URL. */
export function pathOf(text: string): string | undefined {
  const url = parseUrl(text);
  return url && /^https?:$/.test(url.protocol) ? url.pathname : undefined;
}
