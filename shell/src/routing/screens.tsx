import { SHELL_SEGMENTS, VIEWER_SEGMENT } from '@shared/contract';
import { entryNumber, Navigate, useLocation, useParams, usePaths } from '@shared/router';
import { expiredAtom, isLoggedInAtom } from '@shared/state';
import { useAtom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useReloadOnUpdate } from '../auto-reload/use-reload-on-update.ts';
import type { HostSettings } from '../boot/host.ts';
import { Header } from '../header/header.tsx';
import { ConnectionOverlay } from '../overlay/connection-overlay.tsx';
import { RemoteRoutes } from '../remotes/remote-routes.tsx';
import { decideAccess } from '../session/decide-access.ts';
import { clearReturnPath, storedReturnPath, storeReturnPath } from '../session/return-path.ts';
import { LoadedNotice, NotFound } from './not-found.tsx';
import { useNavigateToRequested } from './requested-path.ts';
import { ReturnAfterLogin } from './return-after-login.tsx';
import { ShellScreens } from './shell-screens.tsx';
import { useFocusScreen } from './use-focus-screen.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

/** Checks access, then renders the header and the shell's or a remote's screen. */
export function Screens({ source, hasHeader }: Omit<HostSettings, 'basename'>) {
  const { brand = '', '*': below = '' } = useParams();
  const [segment = ''] = below.split('/');
  const { pathname, search, hash } = useLocation();
  const path = `${pathname}${search}${hash}`;
  const paths = usePaths();
  const loggedIn = useAtomValue(isLoggedInAtom);
  const [expired, setExpired] = useAtom(expiredAtom);
  const verdict = decideAccess(segment, loggedIn, expired);
  useFocusScreen(pathname);
  useScrollRestoration();
  useNavigateToRequested();
  useReloadOnUpdate(source, segment);

  const ofShell = SHELL_SEGMENTS.has(segment);
  useEffect(() => {
    // Reset only a rejection that this render knew of; another may occur before its effects run.
    if (expired && verdict === 'show') setExpired(false);
    if (ofShell) return;
    if (loggedIn) clearReturnPath();
    else storeReturnPath(path, entryNumber());
  }, [verdict, expired, ofShell, loggedIn, path, setExpired]);

  if (verdict === 'login') return <Navigate to={paths.login()} replace />;
  if (verdict === 'home') return <Navigate to={paths.home()} replace />;
  if (verdict === 'return') return <ReturnAfterLogin to={storedReturnPath(brand)} />;
  const notFound =
    segment === '' && !hasHeader ? (
      <LoadedNotice name="StandaloneHome" />
    ) : (
      <NotFound segment={segment} source={source} />
    );
  return (
    <>
      {hasHeader && <Header segment={segment} source={source} />}
      {ofShell && <ShellScreens hasHeader={hasHeader} />}
      {!ofShell && <RemoteRoutes source={source} notFound={notFound} />}
      <ConnectionOverlay beside={segment === VIEWER_SEGMENT} />
    </>
  );
}
