import { activeRecharges } from '@remotes/sites/slots';
import { guestReceipt, unlock } from '@remotes/wallet/slots';
import { defineRemote, fillSlot } from '@shared/contract';
import { STICKER_SEGMENT } from '@shared/contract/url-layout';
import { guestCharge } from './settings.ts';

export default defineRemote({
  name: 'charging',
  title: 'Starting a charge and the live recharge',
  owner: { team: 'Charging', contact: 'charging@faisca.example' },
  budgetKb: 32,
  routes: [
    {
      path: 'qrcode/:number?',
      title: 'Charger number',
      access: 'login',
      lazy: () => import('./number/page.tsx'),
    },
    {
      path: `${STICKER_SEGMENT}/:number`,
      title: 'Charger sticker',
      access: 'login',
      lazy: () => import('./number/page.tsx'),
    },
    {
      path: 'recharge/:chargePointId/:connectorId',
      title: 'Live recharge',
      access: 'login',
      lazy: () => import('./recharge/page.tsx'),
    },
    { path: 'guest', title: 'Charge without an account', lazy: () => import('./guest/page.tsx') },
  ],
  fills: [
    fillSlot(activeRecharges, () => import('./active-recharges/active-recharges.tsx')),
    fillSlot(unlock, () => import('./unlock/unlock-cable.tsx')),
    fillSlot(guestReceipt, () => import('./guest/receipt.tsx')),
  ],
  settings: [guestCharge],
});
