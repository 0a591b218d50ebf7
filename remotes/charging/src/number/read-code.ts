import { isChargerNumber } from '@shared/brazil';
import { parseUrl } from '@shared/contract/parse-url';
import { STICKER_SEGMENT } from '@shared/contract/url-layout';

// The alphanumeric mode of QR codes has upper case only.
const CHARGER_PATH = new RegExp(`/(?:${STICKER_SEGMENT}|qrcode)/(\\d{5}-\\d)(?:/|$)`, 'i');

/**
 * Returns the charger number in a scanned code, or undefined for any other code. Accepts the bare
 * number, or an http(s) URL of any host with a path that holds `/ch/<number>` or `/qrcode/<number>`. The URL is
 * never opened.
 */
export function readCode(code: string): string | undefined {
  const text = tidy(code);
  if (isChargerNumber(text)) return text;
  return pathOf(text)?.match(CHARGER_PATH)?.[1];
}

/** Returns the path of a scanned URL. */
export function pathOf(text: string): string | undefined {
  const url = parseUrl(tidy(text));
  return url && /^https?:$/.test(url.protocol) ? url.pathname : undefined;
}

/** Removes what messengers and text editors leave in a code: invisible characters and a full stop. */
const tidy = (code: string) => code.replace(/\p{Cf}/gu, '').replace(/^\s+|[\s.]+$/g, '');
