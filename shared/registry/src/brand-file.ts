/** A brand on disk: a folder named after its slug, with `brand.json`, pictures and legal texts. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brandSlug, PRODUCT } from '@shared/contract';
import { parseUrl } from '@shared/contract/parse-url';
import { isReserved, type ScreenTable } from '@shared/contract/segments';
import * as z from 'zod/mini';

/** Folder of this product's brands. */
export const BRANDS = fileURLToPath(new URL('../../../shell/public/brands', import.meta.url));

const shortText = (maxLength: number) =>
  z
    .string('text is missing')
    .check(
      z.trim(),
      z.minLength(1, 'is empty'),
      z.maxLength(maxLength, `is longer than ${maxLength} characters`),
      z.regex(/^[^\p{Cc}\p{Bidi_Control}<>]*$/u, "has characters that a name can't have"),
    );
const phone = z.string().check(z.regex(/^\+\d{10,15}$/, 'is not a number such as +5511999999999'));
const link = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''),
      'is not a URL that begins with https://',
    ),
  );

/** Schema of `brand.json`. Unknown keys are rejected, to catch misspelt ones. */
export const BrandFile = z.strictObject({
  /** Shown as the page's title and in the header. */
  name: shortText(40),
  /** Label of the icon on a phone's home screen; defaults to the name. */
  shortName: z.optional(shortText(15)),
  /** Hex. Readable text colours are derived from it. */
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'is not a colour such as #3366FF')),
  supportEmail: z.optional(z.email('is not an e-mail address')),
  supportPhone: z.optional(phone),
  supportWhatsapp: z.optional(phone),
  termsLink: z.optional(link),
  privacyLink: z.optional(link),
  /** Brands with the same value share their stored logins; defaults to the slug. */
  userDomain: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{0,62}$/, 'is not a name such as company')),
  ),
});
export type BrandFile = z.output<typeof BrandFile>;

/**
 * Returns why a slug is invalid, or undefined if it is valid.
 * @param screenTable of the remotes
 */
export function slugProblem(slug: string, screenTable: ScreenTable): string | undefined {
  if (!brandSlug.safeParse(slug).success)
    return `'${slug}' is not a slug: use lower case letters, digits and dashes, 40 at most`;
  return isReserved(slug, screenTable)
    ? `'${slug}' is the name of a screen or of a folder of the web app`
    : undefined;
}

/** Parses a `brand.json`. Returns the brand, or what is wrong with it. */
export function parseBrandFile(text: string): { brand?: BrandFile; problems: string[] } {
  let json: unknown;
  try {
    // Some editors write a byte-order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { problems: ['brand.json is not JSON'] };
  }
  const { data, error } = BrandFile.safeParse(json);
  if (data) return { brand: data, problems: [] };
  const problems = error.issues.map((issue) => {
    const what =
      issue.code === 'unrecognized_keys' ? `unknown key '${issue.keys.join("', '")}'` : issue.message;
    return `brand.json: ${[...issue.path, what].join(' ')}`;
  });
  return { problems };
}

/** Returns the slugs of the brands in a folder, the default brand first. */
export async function brandSlugs(brands = BRANDS): Promise<string[]> {
  const entries = await readdir(brands, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const rank = (slug: string) => (slug === PRODUCT.slug ? 0 : 1);
  return slugs.map(({ name }) => name).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

export interface BrandOnDisk {
  slug: string;
  brand: BrandFile;
  /** SVG of the logo; the icon if the brand has no logo. */
  logo: Buffer;
}

/**
 * Returns the brands of a built web app, the default brand first.
 * @throws if a brand is invalid, which the build prevents
 */
export async function readBrands(brands = BRANDS): Promise<BrandOnDisk[]> {
  const slugs = await brandSlugs(brands);
  return Promise.all(
    slugs.map(async (slug) => {
      const folder = `${brands}/${slug}`;
      const { brand, problems } = parseBrandFile(await readFile(`${folder}/brand.json`, 'utf8'));
      const problem = slugProblem(slug, new Map()) ?? problems.join('; ');
      if (problem || !brand) throw new Error(`brands/${slug}: ${problem}`);
      const logo = existsSync(`${folder}/logo.svg`) ? 'logo.svg' : 'icon.svg';
      return { slug, brand, logo: await readFile(`${folder}/${logo}`) };
    }),
  );
}
