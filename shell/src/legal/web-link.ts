/** Returns an http(s) URL; undefined for anything else, as a brand's record is untrusted. */
export function webLink(text: string | undefined): string | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}
