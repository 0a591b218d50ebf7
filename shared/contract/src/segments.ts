/**
 * First path segments that are never a brand. The registry rejects a remote with a segment that
 * isn't listed here; the backend rejects a brand whose slug is.
 */
export const VIEWER_SEGMENT = 'viewers';
export const CHARGER_SEGMENT = 'ch';

/** Segments of screens below a brand, by who renders them. */
export const SHELL_SEGMENTS = [
  'login',
  'register',
  'forgotPassword',
  'confirmation-app',
  'sucessRedefinePassword',
  'redefinePassword',
  'forgot-password-app',
  'terms-of-use',
  'privacy-policy',
] as const;

export const REMOTE_SEGMENTS = [
  // The home's segment is empty.
  '',
  'charger',
  'recharge',
  'qrcode',
  CHARGER_SEGMENT,
  'paymentMethods',
  'addCreditCard',
  'addCredit',
  'addPix',
  'extract',
  'userProfile',
  'switchPassword',
  'accountDeletion',
  'vehicles-list',
  'vehicles',
  'vehicle-detail',
  'coupons',
  'valet',
  VIEWER_SEGMENT,
] as const;
export type RemoteSegment = (typeof REMOTE_SEGMENTS)[number];

/** Paths of the server and of files at the site's root; a brand can't have these names either. */
const SITE_SEGMENTS = ['v1', 'ocpp', 'sandbox', 'healthz', 'remotes', 'brands', 'static', 'assets'] as const;

export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(
  [...SHELL_SEGMENTS, ...REMOTE_SEGMENTS, ...SITE_SEGMENTS].filter((segment) => segment !== ''),
);

/**
 * Screens that require a login: a guest is redirected to the login, and back to the attempted path
 * afterwards.
 */
export const LOGIN_SEGMENTS: ReadonlySet<string> = new Set([
  'qrcode',
  CHARGER_SEGMENT,
  'recharge',
  'paymentMethods',
  'addCreditCard',
  'addCredit',
  'addPix',
  'userProfile',
  'switchPassword',
  'accountDeletion',
  'vehicles-list',
  'vehicles',
  'vehicle-detail',
  'coupons',
  'valet',
]);
