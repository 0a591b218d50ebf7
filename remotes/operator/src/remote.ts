import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'operator',
  segments: ['viewers'],
  routes: [
    { path: 'viewers/fleet/charger-status/:id', lazy: () => import('./fleet-board/page.tsx') },
    { path: 'viewers/*', lazy: () => import('./unknown-viewer/page.tsx') },
  ],
});
