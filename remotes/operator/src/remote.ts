import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'operator',
  segments: ['viewers', 'valet'],
  routes: [
    { path: 'viewers/fleet/charger-status/:id', lazy: () => import('./status-board/fleet-page.tsx') },
    { path: 'viewers/vallet/charger-status/:id', lazy: () => import('./status-board/valet-page.tsx') },
    { path: 'viewers/fleet/recharge-priority/:id', lazy: () => import('./recharge-priority/page.tsx') },
    { path: 'viewers/fleet/reliability/:id', lazy: () => import('./reliability/page.tsx') },
    { path: 'valet/:id', lazy: () => import('./valet/page.tsx') },
    { path: 'viewers/*', lazy: () => import('./unknown-viewer/page.tsx') },
  ],
});
