import { parseUrl } from '@shared/contract/parse-url';

/** Returns an http(s) URL; undefined for anything else, as a brand's record is untrusted. */
export function webLink(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : parseUrl(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}
