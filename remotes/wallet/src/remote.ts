import { beforeDeletion } from '@remotes/account/slots';
import { defineRemote, fillSlot } from '@shared/contract';

export default defineRemote({
  name: 'wallet',
  title: 'Payment methods, top-up, statement and receipts',
  owner: { team: 'Wallet', contact: 'wallet@faisca.example' },
  budgetKb: 42,
  routes: [
    {
      path: 'paymentMethods',
      title: 'Payment methods',
      access: 'login',
      lazy: () => import('./payment-methods/page.tsx'),
    },
    { path: 'paymentMethods/payback', access: 'login', lazy: () => import('./payback/page.tsx') },
    {
      path: 'addCredit/:method?',
      title: 'Top-up',
      access: 'login',
      lazy: () => import('./add-credit/page.tsx'),
    },
    { path: 'addPix/:orderId?', title: 'Pix', access: 'login', lazy: () => import('./add-pix/page.tsx') },
    {
      path: 'addCreditCard/:cardId?',
      title: 'Card',
      access: 'login',
      lazy: () => import('./add-credit-card/page.tsx'),
    },
    {
      path: 'extract',
      title: 'Statement and receipts',
      access: 'home',
      lazy: () => import('./statement/page.tsx'),
    },
    { path: 'extract/recharge/:id', access: 'home', lazy: () => import('./charge-receipt/page.tsx') },
    { path: 'extract/credit/:id', access: 'home', lazy: () => import('./credit-receipt/page.tsx') },
  ],
  fills: [fillSlot(beforeDeletion, () => import('./payback/payback-row.tsx'))],
});
