import {
  BrowserRouter,
  entryNumber,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  usePaths,
} from '@shared/router';
import type { RouterHistory } from '@shared/router/memory-history';
import { LeaveBoundary, noteTurn } from '@shared/router/rendering';
import { expiredAtom, isLoggedInAtom, tokenAtom } from '@shared/state';
import { useMayStart } from '@shared/state/guest-session';
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { ConnectionOverlay } from '../connection/overlay/connection-overlay.tsx';
import { Header } from '../header/header.tsx';
import { decideAccess, isBoard } from '../people/session/decide-access.ts';
import {
  clearReturnPath,
  isPrecedingEntry,
  storedReturnPath,
  storeReturnPath,
} from '../people/session/return-path.ts';
import { type RemoteSource, screenTableAtom } from '../remotes/loading/remote-source.ts';
import { LoadedScreen, RemoteRoutes } from '../remotes/showing/loaded-screen.tsx';
import { matchPath } from './match-path.ts';
import { useNavigateToRequested } from './requested-path.ts';
import { NotFound, ShownShellScreen } from './shell-screens.tsx';
import { useFocusScreen } from './use-focus-screen.ts';
import { useRestoredDocument } from './use-restored-document.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

export interface ScreenOutletProps {
  source: RemoteSource;
  /** False on a remote's standalone page. */
  hasHeader: boolean;
  /** Replaces the page's history, in an element of another web app's page. */
  history?: RouterHistory | undefined;
}

export interface RouterProps extends ScreenOutletProps {
  /** Path of the page, without a trailing slash; empty for the shell. */
  basename: string;
}

export function Router({ basename, ...outlet }: RouterProps) {
  return (
    <BrowserRouter basename={basename} history={outlet.history}>
      <Routes>
        <Route path="/:brand/*" element={<ScreenOutlet {...outlet} />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </BrowserRouter>
  );
}

/** Renders the screen at the path, also if the one before it threw when it was left. */
export const ScreenOutlet = (props: ScreenOutletProps) => (
  <>
    <LeaveBoundary
      path={useLocation().pathname}
      onFailure={(error) => props.source.report(error, 'leaving a screen')}
    >
      <CurrentScreen {...props} />
    </LeaveBoundary>
    {!props.history && <PageEffects />}
  </>
);

/** Keeps focus, scroll position and document of the page right while screens change. */
function PageEffects() {
  const { pathname } = useLocation();
  useRestoredDocument(pathname);
  useFocusScreen(pathname, useNavigationType() === 'POP');
  useScrollRestoration();
  return null;
}

/** Checks access, then renders the header and the shell's or a remote's screen. */
function CurrentScreen({ source, hasHeader, history }: ScreenOutletProps) {
  const { pathname, search, hash } = useLocation();
  const path = `${pathname}${search}${hash}`;
  const paths = usePaths();
  const loggedIn = useAtomValue(isLoggedInAtom);
  const hasCharge = useAtomValue(tokenAtom) !== undefined;
  const mayStart = useMayStart();
  const [expired, setExpired] = useAtom(expiredAtom);
  const screenTable = useAtomValue(screenTableAtom);
  const { brand, segment, screen, shellScreen, header } = matchPath(pathname, screenTable);
  // No remote's screen is shown before the registry is read, because it has the access rules.
  const isUndecided = !shellScreen && !screenTable;
  const verdict = isUndecided ? undefined : decideAccess(screen, loggedIn, expired, hasCharge, mayStart);
  useNavigateToRequested();
  useReloadOnUpdate(source, segment, screen?.unattended === true && !history);

  const sentTo = useRef('');
  useEffect(() => {
    // Reset only a rejection that preceded this render; another may occur before its effects run.
    if (expired && verdict === 'show') setExpired(false);
    // A redirect: a remote may send the user back here.
    if (verdict && verdict !== 'show') noteTurn(`shell: ${segment}`);
    if (shellScreen) return;
    // The home to which a guest is sent from a screen isn't what they want to return to.
    const home = verdict === 'home' && screen ? paths.home() : sentTo.current === path ? path : '';
    sentTo.current = home;
    if (loggedIn) clearReturnPath();
    else if (path !== home) storeReturnPath(path, entryNumber());
  }, [verdict, expired, shellScreen, segment, loggedIn, path, paths, screen, setExpired]);

  if (verdict === 'login') return <Navigate to={paths.login()} replace />;
  if (verdict === 'home' && screen) return <Navigate to={paths.home()} replace />;
  if (verdict === 'return') return <ReturnAfterLogin to={storedReturnPath(brand)} />;
  const notFound = <NotFound segment={segment} screen={screen} hasHeader={hasHeader} />;
  return (
    <>
      {hasHeader && header && <Header content={header} />}
      {shellScreen && <ShownShellScreen segment={segment} screen={shellScreen} hasHeader={hasHeader} />}
      {isUndecided && (
        <LoadedScreen load={source.screenTable} where={`path ${segment}`} report={source.report}>
          {() => null}
        </LoadedScreen>
      )}
      {!shellScreen && !isUndecided && <RemoteRoutes source={source} notFound={notFound} />}
      <ConnectionOverlay beside={isBoard(screen) || history !== undefined} />
    </>
  );
}

/** Interval between tries to load the code that keeps an unattended screen up to date, in ms. */
const LOAD_AGAIN_MS = 60_000;

/** Keeps an unattended screen up to date. Loads its code only on such screens. */
function useReloadOnUpdate(source: RemoteSource, segment: string, isUnattended: boolean): void {
  useEffect(() => {
    if (!isUnattended) return;
    const ended = new AbortController();
    const load = () =>
      import(/* webpackChunkName: "after-first-screen" */ '../updates/reload-on-update.ts').then(
        ({ reloadOnUpdate }) => reloadOnUpdate(() => source.newer(segment), ended.signal),
        (error: unknown) => {
          source.report(error, 'reload on update');
          if (!ended.signal.aborted) setTimeout(load, LOAD_AGAIN_MS);
        },
      );
    load();
    return () => ended.abort();
  }, [source, segment, isUnattended]);
}

/**
 * Navigates back after login, or to the home. Goes back to the guest's previous screen if that is
 * the preceding history entry, so that it stays one entry and keeps its state.
 */
function ReturnAfterLogin({ to }: { to: string | undefined }) {
  const navigate = useNavigate();
  const home = usePaths().home();
  useEffect(() => {
    if (to !== undefined && isPrecedingEntry(entryNumber())) navigate(-1);
    else navigate(to ?? home, { replace: true });
  }, [navigate, to, home]);
  return null;
}
