import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'wallet',
  segments: ['paymentMethods', 'addCredit', 'addPix', 'addCreditCard', 'extract'],
  routes: [
    { path: 'paymentMethods', lazy: () => import('./payment-methods/page.tsx') },
    { path: 'addCredit/:method?', lazy: () => import('./add-credit/page.tsx') },
    { path: 'addPix/:orderId?', lazy: () => import('./add-pix/page.tsx') },
    { path: 'addCreditCard/:cardId?', lazy: () => import('./add-credit-card/page.tsx') },
    { path: 'extract', lazy: () => import('./statement/page.tsx') },
    { path: 'extract/recharge/:id', lazy: () => import('./charge-receipt/page.tsx') },
    { path: 'extract/credit/:id', lazy: () => import('./credit-receipt/page.tsx') },
  ],
});
