/**
 * Returns the parsed URL, or undefined if it is invalid. Not part of the package's index; imports
 * nothing. Chrome before 120 and Safari before 17 have no `URL.canParse`, and `URL.parse` is newer.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
