/**
 * Makes imports that wait for a stylesheet fail, if it has neither loaded nor failed yet: the bundler's
 * code has no time limit for stylesheets, unlike for scripts. It requests them again when retried.
 * @param folder path of the stylesheets; all of them by default
 */
export function failPendingStyles(folder = '/'): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const isPending = !link.sheet && new URL(link.href, location.href).href.includes(folder);
    if (isPending) link.dispatchEvent(new Event('error'));
  }
}
