import { SCREENS, SHELL_SEGMENTS, VIEWER_SEGMENT } from '@shared/contract';

/** Show the screen, or redirect to the login, to the brand's home, or back after login. */
export type AccessDecision = 'show' | 'login' | 'home' | 'return';

/** Screens that a rejected session may stay on: boards, and the screens needed to log in again. */
const SEGMENTS_AFTER_EXPIRY: ReadonlySet<string> = new Set([VIEWER_SEGMENT, ...SHELL_SEGMENTS]);

/**
 * Decides access by the first path segment below the brand.
 * @param expired whether the server has just rejected the session
 */
export function decideAccess(segment: string, loggedIn: boolean, expired: boolean): AccessDecision {
  const screen = SCREENS.get(segment);
  if (!screen) return 'home';
  if (loggedIn) return screen.access === 'guest' ? 'return' : 'show';
  if (expired && !SEGMENTS_AFTER_EXPIRY.has(segment)) return 'login';
  return screen.access === 'guest' ? 'show' : (screen.access ?? 'show');
}
