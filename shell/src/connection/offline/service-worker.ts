/**
 * `/sw.js`: lets a shell that was opened once open again offline, and shows notifications
 * while the app is closed. A new version takes control at once and reloads nothing, because a file
 * never changes under its URL. `"offline": false` in `config.json` removes it from every device
 * that opens the web app.
 */
import { type NotificationTarget, openScreen, showMessage, type Windows } from '../../push/notifications.ts';
import { handleFetch } from './handle-fetch.ts';

/** The used part of a service worker's scope, because TypeScript's DOM library lacks it. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}
interface PushEvent extends WorkerEvent {
  data: { text: () => string } | null;
}
interface ClickEvent extends WorkerEvent {
  notification: Notification;
}
declare const self: {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  skipWaiting: () => Promise<void>;
  registration: NotificationTarget;
  clients: Windows & { claim: () => Promise<void> };
};

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const response = handleFetch(event.request, (work) => event.waitUntil(work));
  if (response) event.respondWith(response);
});
self.addEventListener('push', (event) =>
  event.waitUntil(showMessage(self.registration, event.data?.text() ?? '')),
);
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openScreen(self.clients, event.notification.data));
});
