import { configAtom } from '@shared/state';
import { report } from '../errors/report.ts';
import type { ObservedPage } from './open-panel.tsx';

/** Opens the panel on `?dev` or Ctrl+Shift+L if `config.json` allows it, and only then loads it. */
export function watchDeveloperPanel(page: ObservedPage): void {
  if (page.store.get(configAtom)?.developerPanel !== true) return;
  const open = () =>
    import(/* webpackChunkName: "rare" */ './open-panel.tsx')
      .then(({ openPanel }) => openPanel(page))
      .catch((error: unknown) => report(error, 'developer panel'));
  addEventListener('keydown', (event) => {
    if (!event.ctrlKey || !event.shiftKey || event.code !== 'KeyL') return;
    event.preventDefault();
    open();
  });
  if (new URLSearchParams(location.search).has('dev')) open();
}
