import { defineSetting } from '@shared/contract/settings';

export const guestCharge = defineSetting('charging.guestCharge', {
  title: 'Offer charges without an account',
  type: 'boolean',
  default: true,
});
