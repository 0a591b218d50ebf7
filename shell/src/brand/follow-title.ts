import { isolate } from '@shared/brazil/isolate';
import { brandName } from '@shared/contract';
import { brandAtom } from '@shared/state';
import type { Store } from '../page-state.ts';

interface TitledPage {
  store: Store;
  basename: string;
}

/**
 * Puts the shown screen's heading before the brand's name in the page's title; the home has the
 * brand's name alone. What a remote sets itself is replaced when its screen is left.
 * @returns a function that stops it
 */
export function followTitle({ store, basename }: TitledPage): () => void {
  let shown = '';
  const update = () => {
    const [, , ...belowBrand] = location.pathname.slice(basename.length).split('/');
    const heading = belowBrand.some(Boolean)
      ? document.querySelector('header h1, main h1')?.textContent?.trim()
      : '';
    const name = isolate(brandName(store.get(brandAtom).record));
    const title = heading ? `${isolate(heading)} – ${name}` : name;
    const screen = `${location.pathname} ${title}`;
    if (screen === shown) return;
    shown = screen;
    document.title = title;
  };
  const watcher = new MutationObserver(update);
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
  // A newer record sets the brand's name alone.
  const unsubscribe = store.sub(brandAtom, () => {
    shown = '';
    update();
  });
  update();
  return () => {
    watcher.disconnect();
    unsubscribe();
  };
}
