import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'charging',
  segments: ['qrcode', 'ch', 'recharge'],
  routes: [
    { path: 'qrcode/:number?', lazy: () => import('./number/page.tsx') },
    { path: 'ch/:number', lazy: () => import('./number/page.tsx') },
    { path: 'recharge/:chargePointId/:connectorId', lazy: () => import('./recharge/page.tsx') },
  ],
  slots: {
    'home.activeRecharges': () => import('./active-recharges/active-recharges.tsx'),
    'receipt.unlock': () => import('./unlock/unlock-cable.tsx'),
  },
});
