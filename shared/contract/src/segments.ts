/**
 * The shell's own paths: the first path segments of its screens and who may see them, and those of
 * the server. Imports nothing, so that the service worker stays small.
 */

export interface Screen {
  /** First segment of its paths below the brand. */
  segment: string;
  /** Name for the remote's team; not shown to users. */
  title?: string | undefined;
  /**
   * - `login`: a guest is redirected to the login, and back to the requested path afterwards
   * - `home`: a guest is redirected to the home
   * - `guest`: a user is redirected back
   *
   * Shown to everyone by default.
   */
  access?: 'login' | 'home' | 'guest' | undefined;
  /** Runs for weeks without a user who could reload it or tap 'Tentar novamente'. */
  unattended?: true | undefined;
  /** The fixed parts of its paths after the first segment. */
  parts?: readonly string[] | undefined;
}

const SHELL_LIST = [
  { segment: 'login', access: 'guest' },
  { segment: 'register', access: 'guest' },
  { segment: 'forgotPassword' },
  { segment: 'confirmation-app' },
  { segment: 'sucessRedefinePassword' },
  { segment: 'redefinePassword' },
  { segment: 'forgot-password-app' },
  { segment: 'terms-of-use' },
  { segment: 'privacy-policy' },
  { segment: 'switchBrand' },
] as const satisfies readonly Screen[];

export type ShellSegment = (typeof SHELL_LIST)[number]['segment'];

/**
 * Facts about screens, such as who may see them, by the first segment of their paths below the
 * brand.
 */
export type ScreenTable = ReadonlyMap<string, Screen>;

/** The shell's own screens. Those of remotes are in the registry. */
export const SHELL_SCREENS: ScreenTable = new Map(SHELL_LIST.map((screen) => [screen.segment, screen]));

/** First segments of the server's own paths, and of files in the root of the web app. */
export const WEB_APP_SEGMENTS: ReadonlySet<string> = new Set([
  'v1',
  'ocpp',
  'sandbox',
  'healthz',
  'readyz',
  'remotes',
  'brands',
  'static',
  'assets',
]);

/**
 * Returns whether a first path segment is a screen's or the server's, so that it can't be a brand.
 * @param screenTable of the registry's remotes
 */
export const isReserved = (segment: string, screenTable: Pick<ScreenTable, 'has'>): boolean =>
  segment !== '' && (WEB_APP_SEGMENTS.has(segment) || SHELL_SCREENS.has(segment) || screenTable.has(segment));

/** Paths of the API and of the live stream, unless `config.json` has others. */
export const API_PATH = '/v1/api';
export const LIVE_PATH = '/v1/ws/UserMessages';
