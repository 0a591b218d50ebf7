/**
 * Small screens that few visits show. One file, because the page's first script has the name and
 * hash of each file that it may load.
 */

import type { Screen } from '@shared/contract';
import { Link, Navigate, pathsOf, usePaths } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { Button, ButtonLink, words } from '@shared/ui';
import { SWITCH_BRAND } from '@shared/ui/product-words';
import { useAtom } from 'jotai';
import { Notice } from '../notice/notice.tsx';
import { isBoard } from '../people/session/decide-access.ts';
import { strings } from './strings.ts';

export { SwitchBrandScreen } from '../brand/switch-brand/screen.tsx';
export { PrivacyScreen, TermsScreen } from '../legal/legal-screen.tsx';
export { ConfirmedScreen, RedefinedScreen } from '../people/auth-notice.tsx';

/** First segments below the brand of all paths that screens link to, published or not. */
const LINKED: ReadonlySet<string | undefined> = new Set(
  Object.values(pathsOf('')).map((path) => {
    const linkedPath: string = Reflect.apply(path, undefined, ['', '']);
    return linkedPath.split(/[/?]/)[2];
  }),
);

export interface NotFoundProps {
  /** First segment below the brand; undefined for a path without a brand. */
  segment?: string;
  /** Rules of the segment's screen, if the registry has it. */
  screen?: Screen | undefined;
  /** False on a standalone page. */
  hasHeader?: boolean;
}

/** Redirects an unknown path to the home; a missing board, home or screen gets a notice. */
export function NotFound({ segment, screen, hasHeader = true }: NotFoundProps) {
  const home = usePaths().home();
  if (segment === undefined)
    return <Notice title={strings.notFound} text={strings.notFoundText} action={<HomeAndBrandLinks />} />;
  if (segment === '' && !hasHeader) return <StandaloneHome />;
  if (isBoard(screen))
    return (
      <Notice title={strings.viewerNotFound} text={strings.viewerNotFoundText} action={<SwitchBrandLink />} />
    );
  if (segment !== '' && (screen || !LINKED.has(segment))) return <Navigate to={home} replace />;
  const action = segment === '' ? <SwitchBrandLink /> : <HomeAndBrandLinks />;
  return <Notice title={strings.unavailable} text={strings.unavailableText} action={action} />;
}

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
