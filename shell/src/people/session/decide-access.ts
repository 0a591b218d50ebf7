import { type Screen, SHELL_SCREENS } from '@shared/contract';

/** Show the screen, or redirect to the login, to the brand's home, or back after login. */
export type AccessDecision = 'show' | 'login' | 'home' | 'return';

/** Returns whether a screen is a board: shown to everyone, and unattended. */
export const isBoard = (screen: Screen | undefined): boolean =>
  screen?.unattended === true && screen.access === undefined;

/**
 * Decides access to a screen; undefined is an unknown one.
 * @param expired whether the server has just rejected the session
 */
export function decideAccess(
  screen: Screen | undefined,
  loggedIn: boolean,
  expired: boolean,
): AccessDecision {
  if (!screen) return 'home';
  if (loggedIn) return screen.access === 'guest' ? 'return' : 'show';
  // A rejected session may stay on boards, and on the screens needed to log in again.
  if (expired && !isBoard(screen) && !SHELL_SCREENS.has(screen.segment)) return 'login';
  return screen.access === 'guest' ? 'show' : (screen.access ?? 'show');
}
