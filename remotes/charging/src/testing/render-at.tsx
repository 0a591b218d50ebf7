import { applyEvent, createQueryClient, QueryClientProvider } from '@shared/client';
import { parseLiveFrame, User } from '@shared/contract';
import { Route, Routes, useLocation } from '@shared/router';
import { MemoryRouter } from '@shared/router/testing';
import { emitLiveEvent, liveConnectionAtom, plugWaitsAtom, sessionAtom } from '@shared/state';
import { act, render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import remote from '../remote.ts';

const user = User.parse({ id: 5, name: 'Ana Souza' });

/** The remote's screens, lazily loaded one at a time as in the shell. */
const screens = remote.routes.map((route) => ({
  path: route.path,
  Screen: lazy(async () => ({ default: (await route.lazy()).Component })),
}));

type Prepare = (store: ReturnType<typeof createStore>) => void;

/** Renders this remote's screens for a logged-in user at a path below the brand. */
export function renderAt(path: string, prepare?: Prepare) {
  let at = '';
  const seen = (path: string) => {
    at = path;
  };
  const page = (
    <>
      <Address onSeen={seen} />
      <Suspense>
        <Routes>
          {screens.map(({ path, Screen }) => (
            <Route key={path} path={`/:brand/${path}`} element={<Screen />} />
          ))}
          <Route path="*" element={<p>another screen</p>} />
        </Routes>
      </Suspense>
    </>
  );
  return { ...renderIn(page, `/brand/${path}`, prepare), at: () => at };
}

/** Renders a slot's component on the home of a logged-in user. */
export const renderSlot = (slot: ReactNode, prepare?: Prepare) =>
  renderIn(
    <Routes>
      <Route path="/:brand" element={slot} />
    </Routes>,
    '/brand',
    prepare,
  );

function renderIn(page: ReactNode, address: string, prepare: Prepare | undefined) {
  const store = createStore();
  store.set(sessionAtom, { status: 'user', token: 'token', user });
  store.set(liveConnectionAtom, 'open');
  // Set explicitly: a new store would otherwise read what an earlier test left in storage.
  store.set(plugWaitsAtom, {});
  prepare?.(store);
  const cache = createQueryClient();
  cache.setDefaultOptions({ queries: { retry: false } });
  const { unmount } = render(
    <Provider store={store}>
      <QueryClientProvider client={cache}>
        <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
  return { store, cache, unmount };
}

function Address({ onSeen }: { onSeen: (path: string) => void }) {
  const { pathname } = useLocation();
  useEffect(() => onSeen(pathname), [onSeen, pathname]);
  return null;
}

type Rendered = ReturnType<typeof renderAt>;

/** Delivers a live event like the live bus. */
function emit({ cache }: Pick<Rendered, 'cache'>, event: object) {
  const read = parseLiveFrame(JSON.stringify(event));
  if (!read) throw new Error('not a live event');
  act(() => {
    applyEvent(read, cache);
    emitLiveEvent(read);
  });
}
type In = Pick<Rendered, 'cache'>;

export const emitConnectorUpdate = (to: In, connector: object) =>
  emit(to, { type: 'UpdateConnectorStatusIntegrationEvent', connector });
export const emitTransactionStarted = (to: In, transaction: object) =>
  emit(to, { type: 'StartTransactionIntegrationEvent', transaction });
export const emitTransactionStopped = (to: In, transaction: object) =>
  emit(to, { type: 'StopTransactionIntegrationEvent', transaction });
export const emitStartFailed = (to: In, errorCode: string) =>
  emit(to, {
    type: 'ErrorStartTransactionIntegrationEvent',
    chargePointId: 'cp',
    connectorId: '1',
    errorCode,
  });
