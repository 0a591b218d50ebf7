/**
 * Small screens that few visits show. One file, because the page's first script has the name and
 * hash of each file that it may load.
 */

import { Link, Navigate, pathsOf, usePaths } from '@shared/router';
import { segmentOf, usePathBelowBrand } from '@shared/router/screens';
import { sessionAtom } from '@shared/state';
import { Button, ButtonLink, words } from '@shared/ui';
import { SWITCH_BRAND } from '@shared/ui/product-words';
import { useAtom, useAtomValue } from 'jotai';
import { SwitchBrandScreen } from '../brand/switch-brand/screen.tsx';
import { PrivacyScreen, TermsScreen } from '../legal/legal-screen.tsx';
import { Notice } from '../notice/notice.tsx';
import { ConfirmedScreen, RedefinedScreen } from '../people/auth-notice.tsx';
import { isBoard } from '../people/session/decide-access.ts';
import { screensAtom } from '../remotes/registry/screens.ts';
import { strings } from './strings.ts';

/** First segments below the brand of all paths that screens link to, published or not. */
const LINKED: ReadonlySet<string | undefined> = new Set(
  Object.values(pathsOf('')).map((path) => {
    const linkedPath: string = Reflect.apply(path, undefined, ['', '']);
    return linkedPath.split(/[/?]/)[2];
  }),
);

const UnknownBoard = () => (
  <Notice title={strings.viewerNotFound} text={strings.viewerNotFoundText} action={<SwitchBrandLink />} />
);

const MissingHome = () => (
  <Notice title={strings.unavailable} text={strings.unavailableText} action={<SwitchBrandLink />} />
);

const MissingScreen = () => (
  <Notice title={strings.unavailable} text={strings.unavailableText} action={<HomeAndBrandLinks />} />
);

/** Redirects an unknown path to the home; a missing board, home or screen gets a notice. */
function Missing() {
  const segment = segmentOf(usePathBelowBrand());
  const home = usePaths().home();
  const screen = useAtomValue(screensAtom)?.get(segment);
  if (isBoard(screen)) return <UnknownBoard />;
  if (segment === '') return <MissingHome />;
  return screen || !LINKED.has(segment) ? <Navigate to={home} replace /> : <MissingScreen />;
}

/** For a path without a brand. */
const UnknownPage = () => (
  <Notice title={strings.notFound} text={strings.notFoundText} action={<HomeAndBrandLinks />} />
);

/** Home of a standalone page without a home of its own: explains how to continue. */
function StandaloneHome() {
  const [session, setSession] = useAtom(sessionAtom);
  const leave = <Button onClick={() => setSession({ status: 'guest' })}>{words.logOut}</Button>;
  return (
    <Notice
      title={strings.choose}
      text={strings.chooseText}
      action={session.status === 'user' ? leave : undefined}
    />
  );
}

export const smallScreens = {
  Missing,
  UnknownPage,
  StandaloneHome,
  ConfirmedScreen,
  RedefinedScreen,
  SwitchBrandScreen,
  TermsScreen,
  PrivacyScreen,
};

const HomeAndBrandLinks = () => (
  <>
    <ButtonLink render={<Link to={usePaths().home()} />}>{strings.home}</ButtonLink>
    <SwitchBrandLink />
  </>
);

/** The URL may be another brand's, which the stored brand overrides. */
const SwitchBrandLink = () => (
  <ButtonLink variant="quiet" render={<Link to={usePaths().switchBrand()} />}>
    {SWITCH_BRAND}
  </ButtonLink>
);
