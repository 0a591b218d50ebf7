import { type Screen, SHELL_SCREENS } from '@shared/contract';
import { STICKER_SEGMENT } from '@shared/contract/url-layout';

/** Show the screen, or redirect to the login, to the brand's home, or back after login. */
export type AccessDecision = 'show' | 'login' | 'home' | 'return';

/** Returns whether a screen is a board: shown to everyone, and unattended. */
export const isBoard = (screen: Screen | undefined): boolean =>
  screen?.unattended === true && screen.access === undefined;

/** Segments of one charge, and those that begin one, for guests who charge without an account. */
const OF_CHARGE = ['recharge', 'addPix', 'extract'];
const OF_START = ['qrcode', STICKER_SEGMENT];

/**
 * Decides access to a screen; undefined is an unknown one.
 * @param expired whether the server has just rejected the session
 * @param hasCharge whether a guest has a charge without an account
 * @param mayStart whether a guest may begin one
 */
export function decideAccess(
  screen: Screen | undefined,
  loggedIn: boolean,
  expired: boolean,
  hasCharge?: boolean,
  mayStart?: boolean,
): AccessDecision {
  if (!screen) return 'home';
  if (loggedIn) return screen.access === 'guest' ? 'return' : 'show';
  if (hasCharge && OF_CHARGE.includes(screen.segment)) return 'show';
  if (mayStart && OF_START.includes(screen.segment)) return 'show';
  // A rejected session may stay on boards, and on the screens needed to log in again.
  if (expired && !isBoard(screen) && !SHELL_SCREENS.has(screen.segment)) return 'login';
  return screen.access === 'guest' ? 'show' : (screen.access ?? 'show');
}
