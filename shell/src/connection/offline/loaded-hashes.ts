/** Hashes of the files that this page has loaded, by path. The browser has verified them. */

const hashes = new Map<string, string>();

/** Records the hashes of added tags, as the bundler's loader removes its scripts after they run. */
export function recordAddedHashes(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(record);
  }).observe(document.head, { childList: true });
}

/** Returns a file's hash; undefined if no tag of this page carries one. */
export function loadedHash(path: string): string | undefined {
  document.querySelectorAll('[integrity]').forEach(record);
  return hashes.get(path);
}

function record(node: Node): void {
  if (!(node instanceof Element)) return;
  const integrity = node.getAttribute('integrity');
  const url = node.getAttribute('src') ?? node.getAttribute('href');
  if (!integrity || !url) return;
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin) hashes.set(pathname, integrity);
}
