import { defineSetting } from '@shared/contract/settings';

export const autocharge = defineSetting('account.autocharge', {
  title: 'Offer Autocharge',
  type: 'boolean',
  default: true,
});
