/**
 * Makes imports that wait for a file fail, if it has neither loaded nor failed yet. They request it
 * again when retried: a bundler's code waits for an element that is there already.
 * @param folder path of stylesheets and scripts; by default all stylesheets, which have no time limit
 * in the shell's own code, unlike scripts
 */
export function failPendingFiles(folder = ''): void {
  const kinds = `link[rel="stylesheet"]${folder && ',script'}`;
  for (const element of document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(kinds)) {
    const [url, isPending] = 'src' in element ? [element.src, true] : [element.href, !element.sheet];
    if (isPending && url.includes(folder)) element.dispatchEvent(new Event('error'));
  }
}
