import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'account',
  segments: ['vehicles-list'],
  routes: [{ path: 'vehicles-list', lazy: () => import('./vehicles-list/page.tsx') }],
});
