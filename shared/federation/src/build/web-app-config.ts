import { API_PATH, LIVE_PATH, PRODUCT } from '@shared/contract';

/** The built `config.json`: the backend on the same origin, and no account of any service. */
export function webAppConfig() {
  return {
    product: PRODUCT.slug,
    apiUrl: API_PATH,
    liveUrl: LIVE_PATH,
    map: { mapboxToken: '', styleUrl: '' },
    payment: { scriptUrl: '', accountId: '', testMode: true },
    errorReporting: { dsn: '' },
    remoteOrigins: [],
  };
}
