import { calls } from '@shared/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../api/failure.ts';
import { route, wholeNumber } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { brands, files } from '../db/schema.ts';

/** Brand records and images. */
export function registerBrandRoutes(app: FastifyInstance, { db }: BackendContext): void {
  route(app, calls.brand, async ({ params }) => {
    const [brand] = await db.select().from(brands).where(eq(brands.slug, params.brandName));
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
    };
  });

  route(app, calls.file, async ({ params, reply }) => {
    const id = wholeNumber(params.id);
    const [file] = id === undefined ? [] : await db.select().from(files).where(eq(files.id, id));
    if (!file) throw notFound('FILE');
    reply.header('Cache-Control', 'public, max-age=86400');
    return { fileData: file.data };
  });
}
