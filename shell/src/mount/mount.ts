/**
 * What a remote's container exposes besides its table of contents: its screens, which any page can mount
 * in an element. Host, styles and React come with them, so the page provides nothing.
 */
import type { Mount, MountOptions } from './mount-options.ts';
import { strings } from './strings.ts';

let isMounted = false;

/**
 * Returns an exposed module.
 * @param exposed its name: `./mount` for all screens, `./screens/{path}` for one
 * @param folder URL of the remote's folder, with a trailing slash
 */
export function mountable(exposed: string, folder: string): { mount: Mount } {
  __webpack_public_path__ = folder;
  const segment = exposed.replace(/^\.\/(mount$|screens\/(home$)?)/, '');
  return { mount: (element, options = {}) => mountAt(element, segment, folder, options) };
}

function mountAt(element: Element, segment: string, folder: string, options: MountOptions): () => void {
  // The client and the session are one for all screens of a remote.
  if (isMounted) throw new Error(`a screen of ${folder} is mounted already`);
  isMounted = true;
  const place = element.appendChild(document.createElement('div'));
  // Neither page nor screen changes the other's styles.
  const shadow = place.attachShadow({ mode: 'open' });
  const root = shadow.appendChild(document.createElement('div'));
  root.id = 'root';
  const stopStyles = watchStyles(root, folder);
  let isGone = false;
  let leave = () => {};
  import('./mount-remote.tsx')
    .then(({ mountRemote }) => {
      if (!isGone) leave = mountRemote(root, place, segment, folder, options);
    })
    .catch((error: unknown) => {
      root.role = 'alert';
      root.textContent = strings.loadFailure;
      console.error(`[${folder}]`, error);
      options.onError?.(error);
    });
  return () => {
    if (isGone) return;
    isGone = true;
    leave();
    stopStyles();
    place.remove();
    isMounted = false;
  };
}

/** As in `tokens.css`. In a shadow root the first sheet decides it, and a chunk's may begin with `ui`. */
const LAYERS = '@layer base, ui;';

/** The bundler's code requests each sheet once, also for screens that are mounted again. */
const sheets = new Map<string, HTMLLinkElement>();

/**
 * Adds a remote's style sheets before an element, those of later screens as well, in the order in which they
 * were requested. The bundler's code would add them to the page's head.
 * @param folder URL of the remote's folder
 * @returns the function that stops it
 */
function watchStyles(root: Element, folder: string): () => void {
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

declare let __webpack_public_path__: string;
