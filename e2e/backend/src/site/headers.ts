/** What the site may do in a browser: its own scripts, workers and sockets, and nothing of anyone else's. */
const policy = [
  "default-src 'self'",
  // The QR decoder is WebAssembly; nothing is ever evaluated.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' ws: wss:",
  "worker-src 'self' blob:",
  // Terms and privacy are texts of this site in a frame of it; nobody else may frame anything.
  "frame-ancestors 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ');

export const securityHeaders = {
  'Content-Security-Policy': policy,
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'no-cache';
/** Icons: a browser asks for them more than once a visit, and an hour-old one does no harm. */
export const ONE_HOUR = 'public, max-age=3600';
