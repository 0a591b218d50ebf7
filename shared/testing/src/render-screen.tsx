import { createQueryClient, QueryClientProvider } from '@shared/client';
import type { Brand, RunnableRemote } from '@shared/contract';
import { BrowserRouter, Route, Routes, useNavigate } from '@shared/router';
import { resetTurns } from '@shared/router/rendering';
import { brandAtom, sessionAtom } from '@shared/state';
import { followTranslation } from '@shared/ui/translated-text';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { useEffect } from 'react';
import { type MockResponses, mockCalls } from './mock-calls.ts';
import { TestedRemote } from './tested-remote.tsx';

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
 * Renders a remote's screens at a URL, with the shell's router and a server that responds from a
 * table. A URL of another remote renders nothing. Unmounts after the test.
 */
export function renderScreen(
  remote: RunnableRemote,
  { at, responses = {}, loggedIn = false, brand, state, cameFrom }: Screen,
) {
  followTranslation();
  // As on a page of its own.
  resetTurns();
  const server = mockCalls(responses);
  const store = createStore();
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const slug = at.split('/')[1] ?? '';
  store.set(brandAtom, { slug, record: brand ? ({ appId: '1', ...brand } as Brand) : undefined });
  if (loggedIn) store.set(sessionAtom, { status: 'user', token: 'token' });
  openHistory(at, state, cameFrom);
  const router: Router = { navigate: async () => undefined };
  const view = render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter basename="">
          <OutsideOfScreen router={router} />
          <Routes>
            <Route path="/:brand/*" element={<TestedRemote remote={remote} />} />
          </Routes>
        </BrowserRouter>
      </QueryClientProvider>
    </Provider>,
  );
  /** Current path and query. */
  const currentPath = () => location.pathname + location.search;
  /** State of the last navigation. */
  const currentState = (): unknown => history.state.usr;
  const user = userEvent.setup();
  return { ...view, ...server, store, queryClient, router, currentPath, currentState, user };
}

/** Creates history entries like those of the router: state, number and, except the first, key. */
function openHistory(at: string, state: unknown, cameFrom: string | undefined): void {
  history.replaceState({ usr: cameFrom ? null : state, idx: 0 }, '', cameFrom ?? at);
  if (cameFrom) history.pushState({ usr: state, key: 'screen', idx: 1 }, '', at);
}

/** Navigates without a control of the screen. */
interface Router {
  /** A number goes back or forward. */
  navigate: (to: string | number) => Promise<void>;
}

function OutsideOfScreen({ router }: { router: Router }) {
  const navigate = useNavigate();
  useEffect(() => {
    router.navigate = async (to) => (typeof to === 'number' ? navigate(to) : navigate(to));
  });
  return null;
}
