import type { BrandFile } from '@shared/contract/brand-file';

/** Files drawn from a brand's icon: name and width in pixels. */
export const PNG_ICONS = [
  ['icon-192.png', 192],
  ['icon-512.png', 512],
] as const;
/** The icon with a margin, which a phone crops to its own shape. */
export const MASKABLE_ICON = 'icon-maskable-512.png';

/** Returns the web app manifest that makes a brand installable as an app of its own. */
export function manifestOf(slug: string, { name, shortName = name, color }: BrandFile) {
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
