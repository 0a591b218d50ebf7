/**
 * Headers of the build's files by path. `.docs/hosting` is generated from them for other
 * file servers, so the patterns use only syntax that nginx and Caddy support as well.
 */
import { PAYMENT_FRAME, type ShellSegment } from '@shared/contract';
import { HASH_IN_NAME, REMOTE_FOLDER, VERSION_FOLDER } from '@shared/registry/built-files';
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

/** Headers of a page besides its policy (`content-policy.ts`). */
export const securityHeaders = {
  'Permissions-Policy': [
    ...USED.map((feature) => `${feature}=(self)`),
    ...DENIED.map((feature) => `${feature}=()`),
  ].join(', '),
  // A URL may contain a secret, such as a password mail's token.
  'Referrer-Policy': 'strict-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/**
 * Files that browsers use only as parts of a page: the page's headers then apply. The service
 * worker isn't one: its policy is that of its own response (CSP 3 §2.4.1). They keep the default
 * locked policy (`security-headers.ts`): a page's headers are 1.5 KB, and sent with each script over
 * HTTP/1.1, they would delay the first screen of a slow phone. File servers with HTTP/2 compress
 * headers, so `.docs/hosting` sends them with every file.
 */
export const PART_OF_PAGE =
  /^(?!\/sw\.js$).*\.(js|mjs|css|map|json|webmanifest|wasm|woff2|png|jpg|webp|ico)$/;

/** Files with a hash in their own name or in their folder's. */
export const IMMUTABLE_FILE = new RegExp(`${HASH_IN_NAME.source}|${VERSION_FOLDER.source}`);
/**
 * Files: a missing one is a 404 instead of the page. Only in the folders that have files, because the
 * parameters of screens may contain a dot.
 */
export const NO_PAGE =
  /^\/(?:(?:static|brands|remotes\/[^/]+\/(?:standalone|\d+\.\d+\.\d+-[0-9a-f]+))\/.*|remotes\/[^/]+\/)?[^/]+\.(?:js|mjs|css|map|json|webmanifest|wasm|woff2|png|jpg|webp|svg|ico)$/;
/**
 * Files at stable URLs that other hosts load: the live version's manifest of Module Federation, and what
 * they mount.
 */
const FOR_HOSTS = /^\/remotes\/[a-z][a-z0-9-]*\/(?:mf-manifest\.json|standalone\/mount-[0-9a-f]+\.js)$/;
/** Proxies that compress or rewrite a file would change its hash. */
const IMMUTABLE = 'public, max-age=31536000, immutable, no-transform';
const REVALIDATE = 'no-cache';
/** For icons, which browsers fetch more than once per visit. */
const ONE_HOUR = 'public, max-age=3600';

/** Pages of other origins load remotes, and the payment frame has an opaque origin. */
const CROSS_ORIGIN = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
} as const;

/** Caching and cross-origin headers of a file. */
export const FILE_HEADERS = {
  immutable: { 'Cache-Control': IMMUTABLE, ...CROSS_ORIGIN },
  forHosts: { 'Cache-Control': REVALIDATE, ...CROSS_ORIGIN },
  picture: { 'Cache-Control': ONE_HOUR, 'Cross-Origin-Resource-Policy': 'same-origin' },
  other: { 'Cache-Control': REVALIDATE, 'Cross-Origin-Resource-Policy': 'same-origin' },
} as const;

/** Kind of file by path: the first match, otherwise `other`. */
export const FILE_KINDS = [
  ['immutable', IMMUTABLE_FILE],
  ['forHosts', FOR_HOSTS],
  ['picture', /\.(svg|png|webp|jpg|ico)$/],
] as const satisfies [keyof typeof FILE_HEADERS, RegExp][];

export const fileKindOf = (pathname: string): keyof typeof FILE_HEADERS =>
  FILE_KINDS.find(([, pattern]) => pattern.test(pathname))?.[0] ?? 'other';

/** Screens of the password mail, with its token in the path or in the query. */
export const SECRET_SEGMENTS = [
  'forgot-password-app',
  'redefinePassword',
] as const satisfies readonly ShellSegment[];

/** Kind of page by path: the first match, otherwise `page`. */
export const PAGE_KINDS = [
  ['paymentFrame', new RegExp(`^${PAYMENT_FRAME.replace('.', '\\.')}$`)],
  ['standalone', REMOTE_FOLDER],
  ['secretPage', new RegExp(`/(${SECRET_SEGMENTS.join('|')})(/|$)`)],
] as const satisfies [PageKind, RegExp][];

export const pageKindOf = (pathname: string): PageKind =>
  PAGE_KINDS.find(([, pattern]) => pattern.test(pathname))?.[0] ?? 'page';
