import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'account',
  segments: ['vehicles-list', 'vehicles', 'vehicle-detail'],
  routes: [
    { path: 'vehicles-list', lazy: () => import('./vehicles-list/page.tsx') },
    { path: 'vehicles', lazy: () => import('./new-vehicle/page.tsx') },
    { path: 'vehicle-detail/:uvId', lazy: () => import('./vehicle-detail/page.tsx') },
  ],
});
