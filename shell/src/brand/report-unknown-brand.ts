import { type Brand, brandName } from '@shared/contract';
import { showToastAtom } from '@shared/state';
import type { Store } from '../page-state.ts';
import { strings } from './strings.ts';

/** Notifies the user that the default brand was opened, because the link's brand doesn't exist. */
export function reportUnknownBrand(store: Store, opened: Brand): void {
  const { title } = strings;
  store.set(showToastAtom, { id: 'brand', kind: 'info', title, text: strings.text(brandName(opened)) });
}
