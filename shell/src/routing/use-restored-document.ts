import { useLayoutEffect } from 'react';

let restore = () => {};
/** Sets what runs when a screen is left; it is loaded after the first screen. */
export function restoreDocumentWith(next: () => void): void {
  restore = next;
}

/** Puts back what the screen that is left has changed on the document. */
export function useRestoredDocument(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path tells that the screen is left
  useLayoutEffect(() => () => restore(), [pathname]);
}
