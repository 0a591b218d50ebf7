import { coupons, notices, tags } from '@remotes/charging/slots';
import { defineRemote, fillSlot } from '@shared/contract';
import { autocharge } from './settings.ts';
import { cards } from './slots.ts';

export default defineRemote({
  name: 'account',
  title: 'Profile, vehicles and coupons',
  owner: { team: 'Account', contact: 'account@faisca.example' },
  budgetKb: 44,
  routes: [
    { path: 'userProfile', title: 'Profile', access: 'login', lazy: () => import('./profile/page.tsx') },
    {
      path: 'switchPassword/:hasPassword?',
      title: 'Password',
      access: 'login',
      lazy: () => import('./switch-password/page.tsx'),
    },
    {
      path: 'accountDeletion',
      title: 'Account deletion',
      access: 'login',
      lazy: () => import('./account-deletion/page.tsx'),
    },
    {
      path: 'vehicles-list',
      title: 'Vehicles',
      access: 'login',
      lazy: () => import('./vehicles-list/page.tsx'),
    },
    { path: 'vehicles', title: 'New vehicle', access: 'login', lazy: () => import('./new-vehicle/page.tsx') },
    {
      path: 'vehicle-detail/:uvId',
      title: 'Vehicle',
      access: 'login',
      lazy: () => import('./vehicle-detail/page.tsx'),
    },
    { path: 'coupons', title: 'Coupons', access: 'login', lazy: () => import('./coupons/page.tsx') },
  ],
  fills: [
    fillSlot(notices, () => import('./notices/offer.tsx')),
    fillSlot(cards, () => import('./tags/cards.tsx')),
    fillSlot(tags, () => import('./tags/recharge-tags.tsx')),
    fillSlot(coupons, () => import('./coupons/picker.tsx')),
  ],
  settings: [autocharge],
});
