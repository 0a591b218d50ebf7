import { defineSetting } from '@shared/contract/settings';

export const autocharge = defineSetting('account.autocharge', {
  title: 'Oferecer Autocharge',
  type: 'boolean',
  default: true,
});
