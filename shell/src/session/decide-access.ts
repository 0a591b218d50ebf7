import { LOGIN_SEGMENTS, REMOTE_SEGMENTS, SHELL_SEGMENTS, VIEWER_SEGMENT } from '@shared/contract';

/**
 * Access decision: show the screen, or redirect to login, to the brand's home, or back after login.
 */
export type AccessDecision = 'show' | 'login' | 'home' | 'return';

const SCREENS: ReadonlySet<string> = new Set([...SHELL_SEGMENTS, ...REMOTE_SEGMENTS]);
/** Screens for guests; users are redirected. */
const GUEST_SEGMENTS: ReadonlySet<string> = new Set(['login', 'register']);
/** Screens that a rejected session may stay on: boards, and the screens needed to log in again. */
const SEGMENTS_AFTER_EXPIRY: ReadonlySet<string> = new Set([VIEWER_SEGMENT, ...SHELL_SEGMENTS]);

/**
 * Decides access by the first path segment below the brand.
 * @param expired whether the server has just rejected the session
 */
export function decideAccess(segment: string, loggedIn: boolean, expired: boolean): AccessDecision {
  if (!SCREENS.has(segment)) return 'home';
  if (loggedIn) return GUEST_SEGMENTS.has(segment) ? 'return' : 'show';
  if (segment === 'extract' && !expired) return 'home';
  if (LOGIN_SEGMENTS.has(segment)) return 'login';
  return expired && !SEGMENTS_AFTER_EXPIRY.has(segment) ? 'login' : 'show';
}
