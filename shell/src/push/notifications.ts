/** The service worker's notifications: shows pushed messages, and opens the screen on a click. */
import { parsePushMessage } from '@shared/contract/push-message';
import { BRANDS_FOLDER } from '@shared/contract/url-layout';

/** The used part of `ServiceWorkerRegistration`. */
export interface NotificationTarget {
  showNotification: (title: string, options: NotificationOptions) => Promise<void>;
}

/**
 * Shows a pushed message, also while the app is open: Safari ends the subscription of a web
 * app that receives messages without showing them.
 */
export async function showMessage(target: NotificationTarget, json: string): Promise<void> {
  const message = parsePushMessage(json);
  if (!message) return;
  const { title, body, path, tag, at } = message;
  const [, brand = ''] = path.split('/');
  await target.showNotification(title, {
    body: at === undefined ? body : body.replace('{time}', timeOf(at)),
    tag,
    icon: `${BRANDS_FOLDER}${brand}/icon-192.png`,
    lang: 'pt-BR',
    data: path,
  });
}

const timeOf = (instant: string) =>
  new Date(instant).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' });

/** The used part of `WindowClient`. */
interface OpenWindow {
  url: string;
  focus: () => Promise<unknown>;
}

/** The used part of `Clients`. */
export interface Windows {
  matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly OpenWindow[]>;
  openWindow: (url: string) => Promise<unknown>;
}

/** Focuses the window that shows a notification's screen, or opens one. */
export async function openScreen(windows: Windows, path: unknown): Promise<void> {
  const url = new URL(typeof path === 'string' ? path : '/', location.origin);
  // Never another origin's page.
  const { href } = url.origin === location.origin ? url : new URL('/', location.origin);
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const showing = open.find((window) => window.url === href);
  await (showing ? showing.focus() : windows.openWindow(href));
}
