import { writes } from '@shared/client';
import { device } from '@shared/state';
import { report } from '../errors/report.ts';

/** Values that a native wrapper writes to local storage; all absent in a browser. */
const wrapper = {
  pushToken: () => device.read('pushToken'),
  platform: () => device.read('platform'),
  appVersion: () => device.read('appVersion'),
};

export const storedPlatform = wrapper.platform;

/** Registers the wrapper's push token for the logged-in user, if there is one. */
export function registerPushToken(): void {
  const PushToken = wrapper.pushToken();
  if (!PushToken) return;
  const body = {
    PushToken,
    Platform: wrapper.platform(),
    IsLoggedIn: true,
    AppVersion: wrapper.appVersion(),
  };
  writes.addPushToken(body).catch((error: unknown) => report(error, 'push token'));
}

/** Removes the user's push token, without rejecting; returns undefined if there is none. */
export function removePushToken(bearer: string): Promise<unknown> | undefined {
  const token = wrapper.pushToken();
  return token
    ? writes.removePushToken(token, bearer).catch((error: unknown) => report(error, 'push token'))
    : undefined;
}
