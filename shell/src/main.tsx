import './remotes/shared-modules.ts';
import { createBrowserRouter, RouterProvider } from '@shared/router';
import { slotHostAtom } from '@shared/state';
import { createStore, Provider } from 'jotai';
import { createRoot } from 'react-dom/client';
import { PreviewBanner } from './remotes/preview-banner.tsx';
import { RemoteRoutes } from './remotes/remote-routes.tsx';
import { shellRemotes } from './remotes/shell-remotes.ts';
import { slotHost } from './remotes/slot-host.tsx';

const source = shellRemotes((error, where) => console.warn(where, error));
const store = createStore();
store.set(slotHostAtom, slotHost(source));
const router = createBrowserRouter([
  { path: '/:brand/*', element: <RemoteRoutes source={source} notFound={<p>?</p>} /> },
]);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <Provider store={store}>
      <PreviewBanner />
      <RouterProvider router={router} />
    </Provider>,
  );
