import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'charging',
  segments: ['qrcode'],
  routes: [{ path: 'qrcode/:number?', lazy: () => import('./number/page.tsx') }],
});
