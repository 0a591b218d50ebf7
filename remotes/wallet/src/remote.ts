import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'wallet',
  segments: ['extract'],
  routes: [
    { path: 'extract', lazy: () => import('./statement/page.tsx') },
    { path: 'extract/recharge/:id', lazy: () => import('./charge-receipt/page.tsx') },
  ],
});
