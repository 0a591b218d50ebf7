/** Headers that every file of the site has, beside its policy (`content-policy.ts`). */
export const securityHeaders = {
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
  // Addresses of ours may hold a secret, such as a password mail's token: nobody needs more than the origin.
  'Referrer-Policy': 'strict-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'no-cache';
/** Icons: a browser asks for them more than once a visit, and an hour-old one does no harm. */
export const ONE_HOUR = 'public, max-age=3600';
