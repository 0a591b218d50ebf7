import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { BRANDS, type BrandFile, brandSlugs } from '@shared/registry/brand-file';
import { checkBrand } from './check-brand.ts';
import { drawPng } from './svg.ts';

/**
 * Checks all brands, then copies them to a built web app with drawn icons and manifests.
 * @returns notes on each brand
 * @throws if a brand has a problem, before anything is written
 */
export async function publishBrands(webApp: string, brands = BRANDS): Promise<string[]> {
  const slugs = await brandSlugs(brands);
  const checks = await Promise.all(
    slugs.map(async (slug) => ({ slug, ...(await checkBrand(slug, `${brands}/${slug}`)) })),
  );
  const messagesOf = (what: 'problems' | 'notes') =>
    checks.flatMap(({ slug, [what]: texts }) => texts.map((text) => `brands/${slug}: ${text}`));
  const problems = messagesOf('problems');
  if (problems.length) throw new Error(problems.join('\n'));
  for (const { slug, brand } of checks)
    if (brand) await publishBrand(slug, brand, `${brands}/${slug}`, `${webApp}/brands/${slug}`);
  return messagesOf('notes');
}

async function publishBrand(slug: string, brand: BrandFile, from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await cp(from, to, { recursive: true });
  const icon = await readFile(`${from}/icon.svg`, 'utf8');
  for (const [name, width] of PNG_ICONS) await writeFile(`${to}/${name}`, await drawPng(icon, width));
  await writeFile(`${to}/${MASKABLE_ICON}`, await drawPng(withMargin(icon, brand.color), 512));
  await writeFile(`${to}/manifest.webmanifest`, `${JSON.stringify(manifestOf(slug, brand), null, 2)}\n`);
}

/** Adds the margin of a maskable icon: a phone may crop the outer tenth of each side. */
function withMargin(icon: string, color: string): string {
  const data = Buffer.from(icon).toString('base64');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${color}"/><image x="10" y="10" width="80" height="80" href="data:image/svg+xml;base64,${data}"/></svg>`;
}

/** Files drawn from a brand's icon: name and width in pixels. */
const PNG_ICONS = [
  ['icon-192.png', 192],
  ['icon-512.png', 512],
] as const;
/** The icon with a margin, which a phone crops to its own shape. */
const MASKABLE_ICON = 'icon-maskable-512.png';

/** Returns the web app manifest that makes a brand installable as an app of its own. */
function manifestOf(slug: string, { name, shortName = name, color }: BrandFile) {
  const home = `/${slug}/`;
  const at = (file: string) => `/brands/${slug}/${file}`;
  const png = (file: string, width: number) => ({
    src: at(file),
    sizes: `${width}x${width}`,
    type: 'image/png',
  });
  return {
    id: home,
    name,
    short_name: shortName,
    lang: 'pt-BR',
    start_url: home,
    scope: home,
    display: 'standalone',
    theme_color: color,
    background_color: '#ffffff',
    icons: [
      { src: at('icon.svg'), sizes: 'any', type: 'image/svg+xml' },
      ...PNG_ICONS.map(([file, width]) => png(file, width)),
      { ...png(MASKABLE_ICON, 512), purpose: 'maskable' },
    ],
  };
}
