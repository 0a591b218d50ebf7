/**
 * `/sw.js`: lets a shell that was opened once open again without network. A new version takes
 * control at once and reloads nothing, because an address's content never changes. `"offline":
 * false` in `config.json` removes it from every device that opens the site.
 */
import { handleFetch } from './handle-fetch.ts';

/** The used part of a service worker's scope, because TypeScript's DOM library lacks it. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
declare const self: {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const response = handleFetch(event.request, (work) => event.waitUntil(work));
  if (response) event.respondWith(response);
});
