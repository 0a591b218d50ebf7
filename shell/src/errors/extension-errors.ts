/** Errors of browser extensions, which run their code in every page. */
const EXTENSION = /^(?:[a-z-]+-extension|webkit-masked-url|user-script):/;
const CALLED_URL = /(?:\(|@|\bat )((?:[a-z-]+:\/\/|user-script:)[^\s)]+)/;

/** Returns whether a browser extension threw the error: it can't be fixed here. */
export function isOfExtension(error: unknown): boolean {
  const { message, stack } = error instanceof Error ? error : { message: '', stack: String(error) };
  // The message may look like a call.
  const [, innermost = ''] = CALLED_URL.exec(stack?.replace(message, '') ?? '') ?? [];
  return EXTENSION.test(innermost);
}
