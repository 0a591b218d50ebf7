import type { RegistryFile } from '@shared/contract';
import { kindOf } from '@shared/contract/preload';

const requested = new Set<string>();

/** Preloads files that code would request one after another. Their requests report any failure. */
export function preloadFiles(files: readonly RegistryFile[]): void {
  for (const file of files) {
    if (requested.has(file.url)) continue;
    requested.add(file.url);
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = kindOf(file);
    // Must match the tags that use the file, or the browser fetches it twice.
    link.crossOrigin = 'anonymous';
    link.integrity = file.integrity;
    link.href = file.url;
    document.head.append(link);
  }
}
