import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'sites',
  segments: ['', 'charger'],
  routes: [
    { path: '', lazy: () => import('./home/page.tsx') },
    { path: 'charger/:id', lazy: () => import('./site/page.tsx') },
  ],
});
