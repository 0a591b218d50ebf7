import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'operator',
  segments: ['viewers'],
  routes: [{ path: 'viewers/*', lazy: () => import('./board/page.tsx') }],
});
