import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { PRODUCT, type ScreenTable } from '@shared/contract';
import { type BrandFile, slugProblem } from '@shared/registry/brand-file';
import { brandTheme } from '@shared/ui/brand-theme';
import { type BrandCheck, checkBrand } from './check-brand.ts';

/** Paths of the company's own files. A missing icon is drawn, missing legal texts are drafted. */
export interface GivenFiles {
  icon?: string | undefined;
  logo?: string | undefined;
  terms?: string | undefined;
  policy?: string | undefined;
}

/**
 * Creates a brand's folder, or nothing if a check fails.
 * @param screenTable of the remotes; a slug must not equal one
 * @returns the result of the check
 * @throws if the slug is taken or invalid, a file is missing, or the check finds problems
 */
export async function createBrand(
  brands: string,
  slug: string,
  brand: BrandFile,
  given: GivenFiles,
  screenTable: ScreenTable = new Map(),
): Promise<BrandCheck> {
  const badSlug = slugProblem(slug, screenTable);
  if (badSlug) throw new Error(badSlug);
  const folder = `${brands}/${slug}`;
  if (existsSync(folder)) throw new Error(`brand '${slug}' already exists: ${folder}`);
  for (const file of Object.values(given))
    if (file !== undefined && !existsSync(file)) throw new Error(`file not found: ${file}`);
  await mkdir(brands, { recursive: true });
  // In `brands`, so that the rename stays on one file system. Brands have no leading dot.
  const draft = await mkdtemp(`${brands}/.new-`);
  try {
    await writeFile(`${draft}/brand.json`, `${JSON.stringify(brand, null, 2)}\n`);
    if (given.icon) await copyFile(given.icon, `${draft}/icon.svg`);
    else await writeFile(`${draft}/icon.svg`, placeholderIcon(brand.color));
    if (given.logo) await copyFile(given.logo, `${draft}/logo.svg`);
    await writeText('terms.txt', given.terms);
    await writeText('policy.txt', given.policy);
    const check = await checkBrand(slug, draft, screenTable);
    if (check.problems.length) throw new Error(check.problems.join('\n'));
    // `mkdtemp` creates folders with mode 0700, but other users must be able to read a brand.
    await chmod(draft, 0o755);
    await rename(draft, folder);
    return check;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }

  async function writeText(name: string, file: string | undefined) {
    if (file) return copyFile(file, `${draft}/${name}`);
    const text = await readFile(new URL(`../template/${name}`, import.meta.url), 'utf8');
    const contact = brand.supportEmail ?? '[e-mail de contato]';
    return writeFile(
      `${draft}/${name}`,
      text.replaceAll('{{name}}', brand.name).replaceAll('{{contact}}', contact),
    );
  }
}

/** Returns an SVG icon for a brand that has none: a bolt on its colour. */
export function placeholderIcon(color: string): string {
  const ink = brandTheme(color, PRODUCT.color)['--on-brand'] ?? '#ffffff';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="14" fill="${color}" />
  <path d="M36 8 16 36h13l-5 20 24-28H33z" fill="${ink}" />
</svg>
`;
}
