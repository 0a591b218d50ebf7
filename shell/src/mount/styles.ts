/** Style sheets of the mounted screens. The bundler's code would add them to the page's head. */

/** As in `tokens.css`. In a shadow root the first sheet decides it, and a chunk's may begin with `ui`. */
const LAYERS = '@layer base, ui;';

/** The bundler's code requests each sheet once, also for screens that are mounted again. */
const sheets = new Map<string, HTMLLinkElement>();

/**
 * Adds a remote's style sheets before an element, those of later screens as well, in the order in which they
 * were requested.
 * @param folder URL of the remote's folder
 * @returns the function that stops it
 */
export function watchStyles(root: Element, folder: string): () => void {
  const add = (event: Event) => {
    const link = event instanceof CustomEvent ? event.detail : undefined;
    if (!(link instanceof HTMLLinkElement) || !link.href.startsWith(folder)) return;
    event.preventDefault();
    sheets.set(link.href, link);
    // A sheet that failed is requested again.
    link.addEventListener('error', () => sheets.delete(link.href));
    root.before(link);
  };
  const layers = document.createElement('style');
  layers.textContent = LAYERS;
  root.before(layers, ...sheets.values());
  addEventListener('remote-style', add);
  return () => removeEventListener('remote-style', add);
}
