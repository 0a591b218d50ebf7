import { PRODUCT } from '@shared/contract';

/**
 * Returns the built `config.json`: the backend on the same origin; no map, payment or
 * error-reporting account.
 */
export function siteConfig() {
  return {
    product: PRODUCT.slug,
    apiUrl: '/v1/api',
    liveUrl: '/v1/ws/UserMessages',
    map: { mapboxToken: '', styleUrl: '' },
    payment: { scriptUrl: '', accountId: '', testMode: true },
    errorReporting: { dsn: '' },
    remoteOrigins: [],
  };
}
