import { type ScreenTable, SHELL_SCREENS } from '@shared/contract';
import { segmentOf } from '@shared/router/rendering';
import { shellScreens } from './shell-screens.tsx';

/**
 * Returns what a path opens. Loads no code: which route of a remote it is, `RemoteSource` finds.
 * @param pathname from the brand on, as in the URL
 * @param screenTable of remotes; undefined until the registry has been read
 */
export function matchPath(pathname: string, screenTable: ScreenTable | undefined) {
  const [, brand = '', ...below] = pathname.split('/');
  const segment = segmentOf(below.join('/'));
  const shellScreen = shellScreens.get(segment);
  return {
    /** Slug. */
    brand,
    /** First segment below the brand, decoded; `''` for the home. */
    segment,
    /** Rules of the shell's or a remote's screen; undefined if there is none, or none is known yet. */
    screen: (shellScreen ? SHELL_SCREENS : screenTable)?.get(segment),
    /** The screen, if it is the shell's own. */
    shellScreen,
    /** No header by default. */
    header: segment === '' ? ('home' as const) : shellScreen?.header,
  };
}
