import { PRODUCT } from '@shared/contract';
import type { CurrentBrand } from '@shared/state';
import { brandTheme } from '@shared/ui';
import { brandName } from './brand-name.ts';

/**
 * Puts the brand's colours, name and icon on the page; each has a default.
 * @param installable whether the page can be put on a home screen, as the shell can and a standalone page can't
 */
export function dressPage({ slug, record }: CurrentBrand, installable: boolean): void {
  const theme = brandTheme(record?.appBgColor ?? record?.brandBgColor, PRODUCT.color);
  for (const [property, value] of Object.entries(theme))
    document.documentElement.style.setProperty(property, value);
  inHead('meta', 'name', 'theme-color').content = theme['--brand'] ?? PRODUCT.color;
  document.title = brandName(record);
  wearIcons(slug, installable);
}

/**
 * The brand's icons and manifest lie in a folder of the site. They are taken only once the icon has proven to be a
 * picture: a brand may be the backend's alone, and a static server answers a missing file with a web page.
 */
function wearIcons(slug: string, installable: boolean): void {
  const page = document.documentElement.dataset;
  if (page.brand === slug) return;
  page.brand = slug;
  const folder = `/brands/${slug}`;
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

/** The head's element of that kind, made where there is none. */
function inHead<Tag extends 'meta' | 'link'>(tag: Tag, attribute: 'name' | 'rel', value: string) {
  const found = document.head.querySelector<HTMLElementTagNameMap[Tag]>(`${tag}[${attribute}="${value}"]`);
  if (found) return found;
  const element = document.createElement(tag);
  element.setAttribute(attribute, value);
  document.head.append(element);
  return element;
}
