import { brandColor, brandName, PRODUCT } from '@shared/contract';
import { BRANDS_FOLDER } from '@shared/contract/url-layout';
import type { CurrentBrand } from '@shared/state';
import { brandTheme } from '@shared/ui';

/**
 * Applies the brand's colours, name and icon to the page; each has a default.
 * @param installable true for the shell, false for a standalone page
 */
export function applyBrandToDocument({ slug, record }: CurrentBrand, installable: boolean): void {
  const theme = brandTheme(brandColor(record), PRODUCT.color);
  for (const [property, value] of Object.entries(theme))
    document.documentElement.style.setProperty(property, value);
  inHead('meta', 'name', 'theme-color').content = theme['--brand'] ?? PRODUCT.color;
  document.title = brandName(record);
  applyIcons(slug, installable);
}

/**
 * Sets icons and manifest once the brand's icon has loaded as an image: the brand may exist only in
 * the backend, and many servers return a page for a missing file.
 */
function applyIcons(slug: string, installable: boolean): void {
  const page = document.documentElement.dataset;
  if (page.brand === slug) return;
  page.brand = slug;
  const folder = BRANDS_FOLDER + slug;
  const icon = new Image();
  icon.onload = () => {
    if (page.brand !== slug) return;
    inHead('link', 'rel', 'icon').href = icon.src;
    if (!installable) return;
    inHead('link', 'rel', 'manifest').href = `${folder}/manifest.webmanifest`;
    inHead('link', 'rel', 'apple-touch-icon').href = `${folder}/icon-maskable-512.png`;
  };
  icon.fetchPriority = 'low';
  icon.src = `${folder}/icon.svg`;
}

/** Returns the head's matching element, and creates it if it is missing. */
function inHead<Tag extends 'meta' | 'link'>(tag: Tag, attribute: 'name' | 'rel', value: string) {
  const existing = document.head.querySelector<HTMLElementTagNameMap[Tag]>(`${tag}[${attribute}="${value}"]`);
  if (existing) return existing;
  const element = document.createElement(tag);
  element.setAttribute(attribute, value);
  document.head.append(element);
  return element;
}
