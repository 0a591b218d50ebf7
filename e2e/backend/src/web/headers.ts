/**
 * Headers of the site's files by their address. `.docs/hosting` is generated from them for other
 * file servers, so the patterns use only syntax that nginx and Caddy support as well.
 */
import { PAYMENT_FRAME } from '@shared/contract';
import type { PageKind } from './content-policy.ts';

/** Features that no page uses. */
const DENIED = `
  accelerometer bluetooth browsing-topics display-capture encrypted-media fullscreen gamepad gyroscope
  hid identity-credentials-get idle-detection local-fonts magnetometer microphone midi otp-credentials
  payment picture-in-picture publickey-credentials-create publickey-credentials-get serial
  storage-access usb window-management xr-spatial-tracking`
  .trim()
  .split(/\s+/);
/** For the QR reader, nearby sites, copying a Pix code, and boards that keep the screen on. */
const USED = ['autoplay', 'camera', 'clipboard-write', 'geolocation', 'screen-wake-lock'];

/** Headers of a page beside its policy (`content-policy.ts`). */
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

/**
 * Files that browsers use only as parts of a page, whose own headers apply then. The service worker
 * isn't one: its policy is that of its own response (CSP 3 §2.4.1).
 */
const PART_OF_PAGE = /^(?!\/sw\.js$).*\.(js|mjs|css|map|json|webmanifest|wasm|woff2|png|jpg|webp|ico)$/;

/**
 * Returns the headers of a page, none for a part of one, which keeps the locked policy of every
 * response (`api/security-headers.ts`). They are 1.5 KB: sent with each script over HTTP/1.1 they
 * would delay the first screen of a slow phone. File servers with HTTP/2 compress headers, so
 * `.docs/hosting` sends them with every file.
 */
export function pageHeadersOf(pathname: string, policy: Record<string, string>): Record<string, string> {
  return PART_OF_PAGE.test(pathname) ? {} : { ...securityHeaders, ...policy };
}

/** One year, the minimum of OWASP ASVS 5.0 V3.4.1. Sent over TLS only. */
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** Files with a hash in their own name or in their folder's. */
export const IMMUTABLE_FILE = /\.[0-9a-f]{8,}\.\w+$|^\/remotes\/[^/]+\/\d+\.\d+\.\d+-[^/]+\//;
export const PICTURE = /\.(svg|png|webp|jpg|ico)$/;
/** Extensions of files: a missing one is a 404 instead of the shell's page. */
export const NO_PAGE = /\.(js|mjs|css|map|json|webmanifest|wasm|woff2|png|jpg|webp|svg|ico)$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
/** For icons, which browsers fetch more than once per visit. */
const ONE_HOUR = 'public, max-age=3600';

/** Caching and sharing of a file. */
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

/** Kind of page by address: the first match, otherwise `page`. */
export const PAGE_KINDS = [
  ['paymentFrame', new RegExp(`^${PAYMENT_FRAME.replace('.', '\\.')}$`)],
  ['standalone', /^\/remotes\/[a-z][a-z0-9-]*(\/|$)/],
  ['secretPage', /\/(forgot-password-app|redefinePassword)(\/|$)/],
] as const satisfies [PageKind, RegExp][];

export const pageKindOf = (pathname: string): PageKind =>
  PAGE_KINDS.find(([, pattern]) => pattern.test(pathname))?.[0] ?? 'page';
