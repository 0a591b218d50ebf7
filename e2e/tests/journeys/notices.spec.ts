import { startPushService } from '@e2e/backend/testing-push-service';
import type { BrowserContext, CDPSession, Worker } from '@playwright/test';
import { ana, BRAND, logIn, startCharge, stopCharge } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * Connects the browser to a local push service, since tests can't reach the browser's own, and
 * allows notifications, which a headless browser denies.
 */
async function usePushService(context: BrowserContext, subscription: object) {
  await context.addInitScript((json) => {
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
    let current: object | null = null;
    const unsubscribe = async () => {
      current = null;
      return true;
    };
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      current = { toJSON: () => json, unsubscribe };
      return current as PushSubscription;
    };
  }, subscription);
}

/** Returns the id of the page's service worker registration, which `deliverPushMessage` needs. */
async function registrationOf(cdp: CDPSession): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
    if (first) resolve(first.registrationId);
  });
  await cdp.send('ServiceWorker.enable');
  return promise;
}

/** Records the notifications that the service worker shows. */
const recordNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const shown: object[] = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      shown.push({ title, body: options?.body, data: options?.data });
    };
    Object.assign(globalThis, { shown });
  });
const shownBy = (worker: Worker) => worker.evaluate(() => Reflect.get(globalThis, 'shown'));

test('a driver switches notices on during a charge, and its end is pushed to the device and shown by the service worker', async ({
  page,
  context,
  product,
}) => {
  const service = await startPushService();
  const subscription = service.subscribe();
  await usePushService(context, subscription);
  const charger = await product.newCharger({ plugAfter: 1 });
  await logIn(page, ana);
  await startCharge(page, charger.number);
  await page.getByRole('button', { name: 'Ativar avisos' }).click();
  await expect(page.getByText('Avisos ativados neste aparelho')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ativar avisos' })).toBeHidden();

  await stopCharge(page);
  await expect.poll(() => service.messagesTo(subscription.endpoint)).toHaveLength(1);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  const [message] = service.messagesTo(subscription.endpoint);
  expect(message).toMatchObject({ title: 'Faísca · Recarga finalizada', path: new URL(page.url()).pathname });
  expect(service.problems).toEqual([]);
  await service.close();

  const cdp = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  const registrationId = await registrationOf(cdp);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await recordNotifications(worker);
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
  const { title, body, path: data } = message ?? {};
  await expect.poll(() => shownBy(worker)).toEqual([{ title, body, data }]);

  await page.goto(`/${BRAND}/userProfile`);
  await expect(page.getByRole('switch', { name: 'Receber avisos neste aparelho' })).toBeChecked();
});
