/** This device's subscription to push notifications, in the browser. */

/**
 * - `supported`: this browser can receive notices
 * - `needsHomeScreen`: on iOS, only an app on the home screen can receive notices
 */
export type PushSupport = 'supported' | 'needsHomeScreen' | 'unsupported';

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported';
  return isIos() && !matchMedia('(display-mode: standalone)').matches ? 'needsHomeScreen' : 'unsupported';
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Maximum wait for the service worker, in ms; without one, `ready` never resolves. */
const WORKER_TIMEOUT_MS = 10_000;

/**
 * Subscribes this device with the installation's public key. Replaces an earlier subscription,
 * which may have another key or belong to another user.
 * @returns the body of `subscribeToPush`
 * @throws if no service worker is ready in time, or the subscription is refused or incomplete
 */
export async function subscribeDevice(publicKey: string) {
  const { pushManager } = await readyWorker();
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys = {} } = (await pushManager.subscribe(options)).toJSON();
  const { p256dh, auth } = keys;
  if (!endpoint || !p256dh || !auth) throw new Error('the subscription has no endpoint or keys');
  return { endpoint, keys: { p256dh, auth } };
}

/** Ends this device's subscription, if there is one. Never rejects. */
export async function endSubscription(): Promise<void> {
  if (pushSupport() !== 'supported') return;
  try {
    const worker = await navigator.serviceWorker.getRegistration();
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
  } catch (error) {
    // The server also ends the subscription, at the latest when the push service reports it gone.
    console.warn('ending the push subscription failed', error);
  }
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, WORKER_TIMEOUT_MS));
  const worker = await Promise.race([navigator.serviceWorker.ready, timeout]);
  if (!worker) throw new Error('the service worker was not ready in time');
  return worker;
}
