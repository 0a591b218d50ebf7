import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'account',
  segments: [
    'userProfile',
    'switchPassword',
    'accountDeletion',
    'vehicles-list',
    'vehicles',
    'vehicle-detail',
    'coupons',
  ],
  routes: [
    { path: 'userProfile', lazy: () => import('./profile/page.tsx') },
    { path: 'switchPassword/:hasPassword?', lazy: () => import('./switch-password/page.tsx') },
    { path: 'accountDeletion', lazy: () => import('./account-deletion/page.tsx') },
    { path: 'vehicles-list', lazy: () => import('./vehicles-list/page.tsx') },
    { path: 'vehicles', lazy: () => import('./new-vehicle/page.tsx') },
    { path: 'vehicle-detail/:uvId', lazy: () => import('./vehicle-detail/page.tsx') },
    { path: 'coupons', lazy: () => import('./coupons/page.tsx') },
  ],
  slots: {
    'recharge.notices': () => import('./notices/offer.tsx'),
    'start.coupons': () => import('./coupons/picker.tsx'),
  },
});
