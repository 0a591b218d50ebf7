/** Returns a function that restores the document's language, viewport and scrolling, and closes modals. */
export function rememberDocument(): () => void {
  const { documentElement: html, body } = document;
  const root = document.getElementById('root');
  const viewport = document.head.querySelector('meta[name="viewport"]');
  const states = [
    [html, ['dir', 'lang']],
    [body, ['class', 'dir', 'lang', 'inert', 'aria-hidden']],
    [root, ['class', 'inert', 'aria-hidden']],
    [viewport, ['content']],
  ] as const;
  const remembered = states.flatMap(([element, names]) =>
    element ? names.map((name) => ({ element, name, value: element.getAttribute(name) })) : [],
  );
  return () => {
    // React closes those that it has rendered, which are within its root.
    for (const modal of document.querySelectorAll<HTMLDialogElement>('body > dialog[open]')) modal.close();
    // The browser sets the language of a page that it translates.
    const isTranslated = html.className.includes('translated-');
    for (const { element, name, value } of remembered) {
      if (name === 'lang' && isTranslated) continue;
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
    // Custom properties are the brand's.
    for (const { style } of [html, body])
      for (const property of Array.from(style, String))
        if (!property.startsWith('--')) style.removeProperty(property);
  };
}
