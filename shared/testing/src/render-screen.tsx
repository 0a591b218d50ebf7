import { createQueryClient, QueryClientProvider } from '@shared/client';
import type { Brand, RunnableRemote } from '@shared/contract';
import { createMemoryRouter, RouterProvider } from '@shared/router/testing';
import { brandAtom, sessionAtom } from '@shared/state';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { type MockResponses, mockCalls } from './mock-calls.ts';

interface Screen {
  /** URL of the screen, starting with the brand. */
  at: string;
  responses?: MockResponses;
  loggedIn?: boolean;
  brand?: Partial<Brand>;
  /** State of the navigation to this screen. */
  state?: unknown;
  /** URL of an earlier history entry, so that the screen can go back. */
  cameFrom?: string;
}

/**
 * Renders a remote's screens as the shell does, at a URL, with a server that responds from a table.
 * A URL of another remote renders nothing. Unmounts after the test.
 */
export function renderScreen(
  remote: RunnableRemote,
  { at, responses = {}, loggedIn = false, brand, state, cameFrom }: Screen,
) {
  const server = mockCalls(responses);
  const store = createStore();
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const slug = at.split('/')[1] ?? '';
  store.set(brandAtom, { slug, record: brand ? ({ appId: '1', ...brand } as Brand) : undefined });
  if (loggedIn) store.set(sessionAtom, { status: 'user', token: 'token' });
  const [pathname = '', search = ''] = at.split('?');
  const here = { pathname, search: search && `?${search}`, state };
  const router = createMemoryRouter(
    [
      {
        path: '/:brand',
        HydrateFallback: () => null,
        children: [...remote.routes.map(({ path, lazy }) => ({ path, lazy })), { path: '*', element: null }],
      },
    ],
    { initialEntries: cameFrom ? [cameFrom, here] : [here] },
  );
  const view = render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Provider>,
  );
  /** Current path and query. */
  const currentPath = () => router.state.location.pathname + router.state.location.search;
  return { ...view, ...server, store, queryClient, router, currentPath, user: userEvent.setup() };
}
