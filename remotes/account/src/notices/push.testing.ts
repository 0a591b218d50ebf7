/** Stubs of the browser's push support, which the test DOM lacks. */
import { rs } from '@rstest/core';

const SUBSCRIPTION = { endpoint: 'https://push.example/device', keys: { p256dh: 'BNc', auth: 'c2VjcmV0' } };

interface StubbedPush {
  permission?: NotificationPermission;
  /** Response to a request for the permission. */
  response?: NotificationPermission;
  /** Makes the browser's push service refuse the subscription. */
  refuses?: boolean;
}

/** Stubs the browser's push support until `unstubPush`. */
export function stubPush({
  permission = 'default',
  response = 'granted',
  refuses = false,
}: StubbedPush = {}) {
  let current: object | null = null;
  const unsubscribe = rs.fn(async () => {
    current = null;
    return true;
  });
  const subscribe = rs.fn(async (_options: PushSubscriptionOptionsInit) => {
    if (refuses) throw new DOMException('refused', 'AbortError');
    current = { unsubscribe, toJSON: () => SUBSCRIPTION };
    return current;
  });
  const worker = { pushManager: { subscribe, getSubscription: async () => current } };
  const requestPermission = rs.fn(async () => response);
  rs.stubGlobal('PushManager', class {});
  rs.stubGlobal('Notification', { permission, requestPermission });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(worker), getRegistration: async () => worker },
  });
  return { subscribe, unsubscribe, requestPermission, SUBSCRIPTION };
}

/** Undoes `stubPush` and `stubIphone`. */
export function unstubPush() {
  rs.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'userAgent');
}

export function stubIphone() {
  const value = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value });
}
