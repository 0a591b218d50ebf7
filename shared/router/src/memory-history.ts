import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import type { RouterHistory } from './browser-router.tsx';

export type { RouterHistory };

/**
 * Returns a history that leaves the page's URL and history entries as they are.
 * @param path of the first screen
 * @param onNavigate called with the path after each navigation
 */
export function memoryHistory(path: string, onNavigate: (path: string) => void): RouterHistory {
  const history = createMemoryHistory({ initialEntries: [path], v5Compat: true });
  const { listen } = history;
  return Object.assign(history, {
    listen: (listener: Parameters<RouterHistory['listen']>[0]) =>
      listen((update) => {
        listener(update);
        onNavigate(history.createHref(update.location));
      }),
  });
}
