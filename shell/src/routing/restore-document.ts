import type { OriginalAttributes } from './use-restored-document.ts';

/** Restores the document's language, viewport and scrolling, and closes what is open in the top layer. */
export function restoreDocument(original: OriginalAttributes): void {
  const { documentElement: html, body } = document;
  closeTopLayer();
  for (const viewport of document.head.querySelectorAll('meta[name="viewport"]'))
    if (!original.has(viewport)) viewport.remove();
  // The browser sets language and class of a page that it translates.
  const isTranslated = html.className.includes('translated-');
  for (const [element, copy] of original) {
    if (!(copy instanceof Element)) continue;
    for (const name of new Set([...copy.getAttributeNames(), ...element.getAttributeNames()])) {
      const value = copy.getAttribute(name);
      const isOfShell = name === 'style' || (element === html && name.startsWith('data-'));
      if (isOfShell || (isTranslated && ['class', 'lang'].includes(name))) continue;
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }
  // Custom properties are the brand's.
  for (const { style } of [html, body])
    for (const property of Array.from(style, String))
      if (!property.startsWith('--')) style.removeProperty(property);
}

/** Closes what isn't within React's root: React closes what it has rendered there. */
function closeTopLayer(): void {
  const root = document.getElementById('root');
  const isOutside = (element: Element) => !root?.contains(element);
  for (const modal of document.querySelectorAll<HTMLDialogElement>('dialog[open]'))
    if (isOutside(modal)) modal.close();
  for (const popover of document.querySelectorAll<HTMLElement>('[popover]'))
    if (isOutside(popover)) popover.hidePopover?.();
}
