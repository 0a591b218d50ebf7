/** The address of a page elsewhere; undefined for whatever else a record may hold (decisions, section 6). */
export function webLink(text: string | undefined): string | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}
