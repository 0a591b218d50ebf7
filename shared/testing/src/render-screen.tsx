import { createQueryClient, QueryClientProvider } from '@shared/client';
import type { Brand, Remote } from '@shared/contract';
import { createMemoryRouter, RouterProvider } from '@shared/router/testing';
import { brandAtom, sessionAtom } from '@shared/state';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { type Answers, answerCalls } from './answer-calls.ts';

interface Screen {
  /** Address of the screen, brand first. */
  at: string;
  answers?: Answers;
  loggedIn?: boolean;
  brand?: Partial<Brand>;
  /** State of the navigation that led here. */
  state?: unknown;
  /** An address behind this one, so that there is a way back. */
  cameFrom?: string;
}

/**
 * Mounts a remote's screens as the shell does, at an address, with a server that answers from a table. An address that
 * isn't the remote's shows nothing. Ends with the test.
 */
export function renderScreen(
  remote: Remote,
  { at, answers = {}, loggedIn = false, brand, state, cameFrom }: Screen,
) {
  const server = answerCalls(answers);
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
  /** Where the person is now: path and query. */
  const address = () => router.state.location.pathname + router.state.location.search;
  return { ...view, ...server, store, queryClient, router, address, user: userEvent.setup() };
}
