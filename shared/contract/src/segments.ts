/**
 * The site's addresses: the first path segments of screens, who renders and who may see them, and
 * the server's own. Imports nothing, so that the service worker stays small.
 */

interface Screen {
  /** First segment of its paths below the brand. */
  segment: string;
  /**
   * - `login`: a guest is redirected to the login, and back to the attempted path afterwards
   * - `home`: a guest is redirected to the home
   * - `guest`: a user is redirected back
   *
   * Shown to everyone by default.
   */
  access?: 'login' | 'home' | 'guest';
  /** Runs for weeks without a user who could reload it or tap 'Tentar novamente'. */
  unattended?: true;
  /** The fixed parts of its paths after the first segment. */
  parts?: readonly string[];
}

export const VIEWER_SEGMENT = 'viewers';
export const CHARGER_SEGMENT = 'ch';

const SHELL_SCREENS = [
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

const REMOTE_SCREENS = [
  // The home's segment is empty.
  { segment: '' },
  { segment: 'charger' },
  { segment: 'recharge', access: 'login' },
  { segment: 'qrcode', access: 'login' },
  { segment: CHARGER_SEGMENT, access: 'login' },
  { segment: 'paymentMethods', access: 'login' },
  { segment: 'addCreditCard', access: 'login' },
  { segment: 'addCredit', access: 'login' },
  { segment: 'addPix', access: 'login' },
  { segment: 'extract', access: 'home', parts: ['recharge', 'credit'] },
  { segment: 'userProfile', access: 'login' },
  { segment: 'switchPassword', access: 'login' },
  { segment: 'accountDeletion', access: 'login' },
  { segment: 'vehicles-list', access: 'login' },
  { segment: 'vehicles', access: 'login' },
  { segment: 'vehicle-detail', access: 'login' },
  { segment: 'coupons', access: 'login' },
  { segment: 'valet', access: 'login', unattended: true },
  {
    segment: VIEWER_SEGMENT,
    unattended: true,
    parts: ['fleet', 'vallet', 'charger-status', 'recharge-priority', 'reliability'],
  },
] as const satisfies readonly Screen[];

/** A remote with any other segment is rejected by the registry. */
export const REMOTE_SEGMENTS = REMOTE_SCREENS.map(({ segment }) => segment);
export type RemoteSegment = (typeof REMOTE_SEGMENTS)[number];
export type ShellSegment = (typeof SHELL_SCREENS)[number]['segment'];
export const SHELL_SEGMENTS: ReadonlySet<string> = new Set(SHELL_SCREENS.map(({ segment }) => segment));

/** Every screen, by the first segment of its paths below the brand. */
export const SCREENS: ReadonlyMap<string, Screen> = new Map(
  [...SHELL_SCREENS, ...REMOTE_SCREENS].map((screen) => [screen.segment, screen]),
);

/** First segments of the server's own paths, and of files at the site's root. */
export const SITE_SEGMENTS: ReadonlySet<string> = new Set([
  'v1',
  'ocpp',
  'sandbox',
  'healthz',
  'remotes',
  'brands',
  'static',
  'assets',
]);

/** First path segments that are never a brand. The backend rejects a brand with such a slug. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(
  [...SCREENS.keys(), ...SITE_SEGMENTS].filter((segment) => segment !== ''),
);

/** Addresses of the API and of the live stream, unless `config.json` has others. */
export const API_PATH = '/v1/api';
export const LIVE_PATH = '/v1/ws/UserMessages';
