import { useLayoutEffect } from 'react';

/** Copies of the elements that the page's HTML has and that screens may change. */
export type OriginalAttributes = ReadonlyMap<Element, Node>;

/** Called before the first screen, which may change the document as well. */
export const originalAttributes = (): OriginalAttributes =>
  new Map(
    [...document.querySelectorAll('html,body,#root,[name=viewport]')].map((element) => [
      element,
      element.cloneNode(),
    ]),
  );

let restore = () => {};
/** Sets what runs when a screen is left; it is loaded after the first screen. */
export function restoreDocumentWith(next: () => void): void {
  restore = next;
}

/** Puts back what the screen that is left has changed on the document. */
export function useRestoredDocument(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means a new screen
  useLayoutEffect(() => () => restore(), [pathname]);
}
