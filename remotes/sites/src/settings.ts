import { defineSetting } from '@shared/contract/settings';

export const waitingLine = defineSetting('sites.waitingLine', {
  title: 'Oferecer lugar na fila',
  type: 'boolean',
  default: true,
});
