import { writes } from '@shared/client';
import { device } from '@shared/state';
import { report } from '../../errors/report.ts';
import { storedHeader } from './stored-header.ts';

// A native wrapper writes these values to local storage; all are absent in a browser.
const storedPushToken = () => device.read('pushToken');
export const storedPlatform = () => storedHeader('platform');

/** Registers the wrapper's push token for the logged-in user, if there is one. */
export function registerPushToken(): void {
  const PushToken = storedPushToken();
  if (!PushToken) return;
  const body = {
    PushToken,
    Platform: storedPlatform(),
    IsLoggedIn: true,
    AppVersion: device.read('appVersion'),
  };
  writes.addPushToken(body).catch((error: unknown) => report(error, 'push token'));
}

/** Removes the user's push token, without rejecting; returns undefined if there is none. */
export function removePushToken(bearer: string): Promise<unknown> | undefined {
  const token = storedPushToken();
  return token
    ? writes.removePushToken(token, bearer).catch((error: unknown) => report(error, 'push token'))
    : undefined;
}
