import { type Brand, brandName } from '@shared/contract';
import { showToastAtom } from '@shared/state';
import type { Host } from '../boot/host.ts';
import { strings } from './unknown-brand-strings.ts';

/** Tells the user that the default brand was opened, because the link's brand doesn't exist. */
export const reportUnknownBrand = ({ store }: Pick<Host, 'store'>, opened: Brand) =>
  store.set(showToastAtom, {
    ...{ id: 'brand', kind: 'info', title: strings.title },
    text: strings.text(brandName(opened)),
  });
