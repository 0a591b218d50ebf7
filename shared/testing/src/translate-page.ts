/** Replaces all text nodes with `<font>` elements, as Chrome's translator does. */
export function translatePage(root: Node = document.body): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (!text.nodeValue?.trim() || text.parentElement?.closest('[translate="no"], script, style')) continue;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = `[${text.nodeValue}]`;
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
  }
}
