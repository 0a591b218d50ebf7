import { type Screen, type ScreenTable, SHELL_SCREENS } from '@shared/contract';
import { segmentOf } from '@shared/router/rendering';
import type { HeaderContent } from '../header/header.tsx';
import { type ShellScreen, shellScreens } from './shell-screens.tsx';

export interface MatchedPath {
  /** Slug. */
  brand: string;
  /** First segment below the brand, decoded; `''` for the home. */
  segment: string;
  /** Rules of the shell's or a remote's screen; undefined if there is none, or none is known yet. */
  screen: Screen | undefined;
  /** The screen, if it is the shell's own. */
  shellScreen: ShellScreen | undefined;
  /** No header by default. */
  header: HeaderContent | undefined;
}

/**
 * Returns what a path opens. Loads no code: which route of a remote it is, `RemoteSource` finds.
 * @param pathname from the brand on, as in the URL
 * @param screenTable of remotes; undefined until the registry has been read
 */
export function matchPath(pathname: string, screenTable: ScreenTable | undefined): MatchedPath {
  const [, brand = '', ...below] = pathname.split('/');
  const segment = segmentOf(below.join('/'));
  const shellScreen = shellScreens.get(segment);
  return {
    brand,
    segment,
    screen: (shellScreen ? SHELL_SCREENS : screenTable)?.get(segment),
    shellScreen,
    header: segment === '' ? 'home' : shellScreen?.header,
  };
}
