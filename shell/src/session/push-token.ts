import { writes } from '@shared/client';
import { device } from '@shared/state';
import { report } from '../errors/report.ts';

/** What a native wrapper leaves in local storage (decisions, section 4); all absent in a browser. */
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

/** Takes the push token away from the user whose bearer is still set when this is called. */
export function removePushToken(): void {
  const token = wrapper.pushToken();
  if (token) writes.removePushToken(token).catch((error: unknown) => report(error, 'push token'));
}
