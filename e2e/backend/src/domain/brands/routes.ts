import { calls, canonicalSlug } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { idOf, route } from '../../platform/api/route.ts';
import type { PlatformContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, exists, or } from '../../platform/database/orm.ts';
import { type BrandRow, brands, files, siteBrands, sites } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/failure.ts';
import { brandOf } from '../people/auth/session.ts';

/** @param offersGuestCharge whether a brand lets drivers charge without an account */
export function registerBrandRoutes(
  app: FastifyInstance,
  context: PlatformContext,
  offersGuestCharge: (brand: BrandRow) => boolean,
): void {
  const { db } = context;
  route(app, calls.brand, async ({ params }) => {
    const slug = canonicalSlug(params.brandName) ?? '';
    const [brand] = await db.select().from(brands).where(eq(brands.slug, slug));
    if (!brand) throw notFound('BRAND');
    return {
      appId: brand.id,
      appBrand: brand.slug,
      brandName: brand.name,
      appDisplayName: brand.name,
      appBgColor: brand.color,
      brandBgColor: brand.color,
      appLogoFileId: brand.logoFileId,
      appEmailSupportAddress: brand.supportEmail,
      appEmailSupportPhoneNumber: brand.supportPhone,
      appEmailSupportWhatsappNumber: brand.supportWhatsapp,
      appTermsAndConditionsLink: brand.termsLink,
      appPrivacyPolicyLink: brand.privacyLink,
      appUserDomain: brand.userDomain,
      liveTickets: true,
      detailedReports: true,
      guestCharge: offersGuestCharge(brand),
      autocharge: brand.autocharge,
      waitingLine: brand.waitingLine,
    };
  });

  route(app, calls.file, async ({ params, request, reply }) => {
    const brand = await brandOf(context, request);
    const data = await imageOf(db, brand, idOf(params.id));
    if (data === undefined) throw notFound('FILE');
    reply.header('Cache-Control', 'public, max-age=86400');
    reply.header('Vary', [reply.getHeader('Vary'), 'X-Brand-ID'].filter(Boolean).join(', '));
    return { fileData: data };
  });
}

/** Returns an image of the brand: its logo, or a picture of one of its sites. */
async function imageOf(db: Db, brand: BrandRow, id: number): Promise<string | undefined> {
  const isOfSite = exists(
    db
      .select({ id: sites.id })
      .from(sites)
      .innerJoin(siteBrands, and(eq(siteBrands.siteId, sites.id), eq(siteBrands.brandId, brand.id)))
      .where(or(eq(sites.logoFileId, files.id), eq(sites.backgroundFileId, files.id))),
  );
  const [file] = await db
    .select({ data: files.data })
    .from(files)
    .where(and(eq(files.id, id), brand.logoFileId === id ? undefined : isOfSite));
  return file?.data;
}
