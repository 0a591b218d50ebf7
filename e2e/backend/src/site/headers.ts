/**
 * Headers of the site's files by their address. `.docs/hosting` holds them for other file servers, written from here; so
 * the patterns keep to what nginx and Caddy understand as well.
 */
import { PAYMENT_FRAME } from '@shared/contract';
import type { PageKind } from './content-policy.ts';

/** Features that no page of ours uses. */
const DENIED = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
/** The QR reader's picture, nearby sites, the copied Pix code, and boards that stay lit. */
const USED = ['autoplay', 'camera', 'clipboard-write', 'geolocation', 'screen-wake-lock'];

/** Headers that every file of the site has, beside its policy (`content-policy.ts`). */
export const securityHeaders = {
  'Permissions-Policy': [
    ...USED.map((feature) => `${feature}=(self)`),
    ...DENIED.map((feature) => `${feature}=()`),
  ].join(', '),
  // An address may hold a secret, such as a password mail's token.
  'Referrer-Policy': 'strict-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** One year, the minimum of OWASP ASVS 5.0 V3.4.1. Sent over TLS only. */
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** Files with a hash in their name or in their folder's name. */
export const IMMUTABLE_FILE = /\.[0-9a-f]{8,}\.\w+$|^\/remotes\/[^/]+\/\d+\.\d+\.\d+-[^/]+\//;
export const PICTURE = /\.(svg|png|webp|jpg|ico)$/;
/** Extensions of files: a missing one is a 404, not the shell's page. */
export const NO_PAGE = /\.(js|mjs|css|map|json|webmanifest|wasm|woff2|png|jpg|webp|svg|ico)$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
/** For icons, which browsers fetch more than once per visit. */
const ONE_HOUR = 'public, max-age=3600';

/** Caching of a file, and who may use it. */
export const FILE_HEADERS = {
  // Pages of other origins load remotes, and the payment frame has an opaque origin.
  immutable: {
    'Cache-Control': IMMUTABLE,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  },
  picture: { 'Cache-Control': ONE_HOUR, 'Cross-Origin-Resource-Policy': 'same-origin' },
  other: { 'Cache-Control': REVALIDATE, 'Cross-Origin-Resource-Policy': 'same-origin' },
} as const;

export function fileKindOf(pathname: string): keyof typeof FILE_HEADERS {
  if (IMMUTABLE_FILE.test(pathname)) return 'immutable';
  return PICTURE.test(pathname) ? 'picture' : 'other';
}

/** Which address has which policy: the first that fits, else `page`. */
export const PAGE_KINDS = [
  ['paymentFrame', new RegExp(`^${PAYMENT_FRAME.replace('.', '\\.')}$`)],
  ['standalone', /^\/remotes\/[a-z][a-z0-9-]*(\/|$)/],
  ['secretPage', /\/(forgot-password-app|redefinePassword)(\/|$)/],
] as const satisfies [PageKind, RegExp][];

export const pageKindOf = (pathname: string): PageKind =>
  PAGE_KINDS.find(([, pattern]) => pattern.test(pathname))?.[0] ?? 'page';
