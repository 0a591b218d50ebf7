import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'sites',
  segments: [''],
  routes: [{ path: '', lazy: () => import('./home/page.tsx') }],
});
