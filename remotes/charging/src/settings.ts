import { defineSetting } from '@shared/contract/settings';

export const guestCharge = defineSetting('charging.guestCharge', {
  title: 'Oferecer recargas sem conta',
  type: 'boolean',
  default: true,
});
