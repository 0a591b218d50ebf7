/**
 * Makes imports that wait for a file fail, if it has neither loaded nor failed yet. They request it
 * again when retried: a bundler's code waits for an element that is there already.
 * @param part part of their URLs; by default the build's stylesheets, which have no time limit, unlike
 * its scripts
 */
export function failPendingFiles(part = '.css'): void {
  const files = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(
    'link[rel="stylesheet"],script',
  );
  for (const element of files) {
    const [url, isPending] = 'src' in element ? [element.src, true] : [element.href, !element.sheet];
    if (isPending && url.includes(part)) element.dispatchEvent(new Event('error'));
  }
}
