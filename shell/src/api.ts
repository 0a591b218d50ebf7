/**
 * Connects the API client to the app's state: base URL, request headers and connectivity reports.
 */
import { configureApi } from '@shared/client';
import { brandAtom, configAtom, positionAtom } from '@shared/state';
import type { createStore } from 'jotai';
import { connectivityAtom } from './connectivity/connectivity.ts';
import { reportUnreadable } from './errors/report-unreadable.ts';
import { storedPlatform } from './session/push-token.ts';
import type { SyncedSession } from './session/sync-session.ts';

const DEFAULT_API = '/v1/api';
const BEARER = 'Bearer ';

/** @param session returns undefined until a brand has been loaded */
export function connectApi(
  store: ReturnType<typeof createStore>,
  session: () => SyncedSession | undefined,
): void {
  configureApi({
    baseUrl: () => store.get(configAtom)?.apiUrl ?? DEFAULT_API,
    headers: () => {
      const brandId = store.get(brandAtom).record?.appId;
      const token = session()?.token();
      const position = store.get(positionAtom);
      const platform = storedPlatform();
      return {
        ...(brandId ? { 'X-Brand-ID': brandId } : {}),
        ...(token ? { Authorization: `${BEARER}${token}` } : {}),
        ...(position ? { 'User-Location': `${position.lat};${position.lng};${position.accuracy}` } : {}),
        ...(platform ? { 'User-Agent': platform } : {}),
      };
    },
    onUnauthorized: (authorization) => session()?.refuse(authorization.replace(BEARER, '')),
    onReached: (reached) => {
      const { succeeded, failed } = store.get(connectivityAtom);
      if (reached) succeeded();
      else failed();
    },
    onUnreadable: reportUnreadable,
  });
}
