/** Returns how many KB of a version the page has loaded, compressed as transferred. */
export function loadedKilobytes(entry: string): number {
  const folder = new URL('.', new URL(entry, location.href)).href;
  const files = performance
    .getEntriesByType('resource')
    .filter((file) => file instanceof PerformanceResourceTiming && file.name.startsWith(folder));
  // A preloaded file has two entries.
  const sizes = new Map(files.map((file) => [file.name, encodedSize(file)]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024;
}

const encodedSize = (file: PerformanceEntry) =>
  file instanceof PerformanceResourceTiming ? file.encodedBodySize : 0;
