import { LOGIN_SEGMENTS, REMOTE_SEGMENTS, SHELL_SEGMENTS, VIEWER_SEGMENT } from '@shared/contract';

/** What becomes of a wish to see a screen: it is shown, or leads to login, the brand's home, or back after login. */
export type Verdict = 'show' | 'login' | 'home' | 'return';

const SCREENS: ReadonlySet<string> = new Set([...SHELL_SEGMENTS, ...REMOTE_SEGMENTS]);
/** Screens for those who are not logged in; a user who comes to one is led on. */
const GUEST_SEGMENTS: ReadonlySet<string> = new Set(['login', 'register']);
/** Screens that a refused session doesn't end: boards, and what is needed to get back in. */
const LASTING_SEGMENTS: ReadonlySet<string> = new Set([VIEWER_SEGMENT, ...SHELL_SEGMENTS]);

/**
 * Decides by the first segment below the brand (decisions, section 2).
 * @param expired the session was just refused by the server
 */
export function gate(segment: string, loggedIn: boolean, expired: boolean): Verdict {
  if (!SCREENS.has(segment)) return 'home';
  if (loggedIn) return GUEST_SEGMENTS.has(segment) ? 'return' : 'show';
  if (segment === 'extract' && !expired) return 'home';
  if (LOGIN_SEGMENTS.has(segment)) return 'login';
  return expired && !LASTING_SEGMENTS.has(segment) ? 'login' : 'show';
}
