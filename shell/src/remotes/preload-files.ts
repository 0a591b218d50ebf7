import { type File, kindOf } from '@shared/federation/preload';

const asked = new Set<string>();

/**
 * Has the browser fetch files at once that code will ask for one after another. One that fails is told of by whoever
 * asks for it in earnest.
 */
export function preloadFiles(files: readonly File[]): void {
  for (const file of files) {
    if (asked.has(file.url)) continue;
    asked.add(file.url);
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = kindOf(file);
    // As on the tags that will use the file, or the browser would fetch it a second time.
    link.crossOrigin = 'anonymous';
    link.integrity = file.integrity;
    link.href = file.url;
    document.head.append(link);
  }
}
