import { defineSetting } from '@shared/contract/settings';

export const waitingLine = defineSetting('sites.waitingLine', {
  title: 'Offer places in a waiting line',
  type: 'boolean',
  default: true,
});
