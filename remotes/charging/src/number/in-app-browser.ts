/** Apps with an in-app browser. Many of these browsers block the camera. */
const APPS: readonly [name: string, token: RegExp][] = [
  ['WhatsApp', /WhatsApp/],
  ['Instagram', /Instagram/],
  ['Messenger', /MessengerForiOS|Orca-Android/],
  ['Facebook', /FBAN|FBAV|FB_IAB/],
  ['TikTok', /musical_ly|BytedanceWebview|TikTok/],
  ['Telegram', /Telegram/],
  ['LinkedIn', /LinkedInApp/],
  ['X', /Twitter/],
  ['Snapchat', /Snapchat/],
];
/** Any web view: Android adds `wv`; on iOS only the user agents of browsers contain 'Safari'. */
const WEB_VIEW = /; wv\)|\((?:iPhone|iPad|iPod)[^)]*\)(?!.*Safari\/)/;

export interface InAppBrowser {
  /** Absent for an unknown app. */
  app: string | undefined;
  /** Whether a link can open the device's own browser. */
  opensLinks: boolean;
}

/**
 * Detects an in-app browser; returns undefined for a standalone browser.
 * @param isOwnApp whether the page is installed on the home screen or runs in the product's own
 *   app, which iOS shows in a web view as well
 */
export function inAppBrowser(userAgent: string, isOwnApp: boolean): InAppBrowser | undefined {
  if (isOwnApp) return undefined;
  const app = APPS.find(([, token]) => token.test(userAgent))?.[0];
  if (!app && !WEB_VIEW.test(userAgent)) return undefined;
  return { app, opensLinks: userAgent.includes('Android') };
}

/** Returns the URL that makes Android open a page in the default browser. */
export function intentOf(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  const scheme = protocol.replace(':', '');
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
}
