import { PRODUCT, RESERVED_SEGMENTS } from '@shared/contract';
import type { Db } from '../db/database.ts';
import { brands, files } from '../db/schema.ts';
import { demoBrands, type ImageName, images } from './brands.ts';
import { byName } from './by-name.ts';

/** Ids of the stored images by name. */
export type Images = ReadonlyMap<ImageName, number>;

/** Stores images and brands. The default brand comes first, so that its `appId` is 1. */
export async function seedBrands(tx: Db): Promise<Images> {
  const names = Object.keys(images) as ImageName[];
  const stored = await tx
    .insert(files)
    .values(names.map((name) => ({ data: images[name] })))
    .returning({ id: files.id });
  const ids: Images = new Map(stored.flatMap(({ id }, i) => (names[i] ? [[names[i], id] as const] : [])));
  await tx.insert(brands).values(
    demoBrands.map(({ slug, name, color, logo, phone }) => {
      if (RESERVED_SEGMENTS.has(slug)) throw new Error(`a brand can't be called ${slug}`);
      return {
        slug,
        name,
        color,
        logoFileId: byName(ids, logo),
        supportEmail: `ajuda@${slug}.example`,
        supportPhone: phone,
        supportWhatsapp: phone,
        termsLink: null,
        privacyLink: null,
        userDomain: slug === PRODUCT.slug ? PRODUCT.slug : `${PRODUCT.slug}-${slug}`,
      };
    }),
  );
  return ids;
}
