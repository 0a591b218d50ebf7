import { queries } from '@shared/client';
import { type Brand, imageUrl } from '@shared/contract';
import { brandAtom, configAtom } from '@shared/state';
import { report } from '../errors/report.ts';
import type { PageState } from '../page-state.ts';
import { logoPendingAtom } from './load-brand.ts';
import { readStoredBrand, updateStoredBrand } from './stored-brand.ts';

/**
 * Shows the brand's logo, at once if this device has stored it. Falls back to the brand's name if
 * there is no logo or the file isn't an image.
 */
export async function showLogo({ store, cache }: PageState, slug: string, record: Brand): Promise<void> {
  const show = (logoUrl: string | undefined) => {
    store.set(brandAtom, (brand) => ({ ...brand, logoUrl }));
    store.set(logoPendingAtom, false);
  };
  const fileId = record.appLogoFileId;
  if (!fileId) return show(record.appLogoFile && imageUrl(record.appLogoFile));
  const stored = readStoredBrand()?.logo;
  if (stored?.fileId === fileId) return show(stored.url);
  // The API's URL isn't known yet; `open` calls this again once it is.
  if (!store.get(configAtom)) return;
  try {
    const { fileData } = await cache.fetchQuery(queries.file(fileId));
    const url = imageUrl(fileData);
    show(url);
    if (url) updateStoredBrand({ slug, record, logo: { fileId, url } });
  } catch (error) {
    report(error, 'logo');
    show(undefined);
  }
}
