import { PRODUCT } from '@shared/contract';
import type { CurrentBrand } from '@shared/state';
import { brandTheme } from '@shared/ui';
import { brandName } from './brand-name.ts';

const DEFAULT_ICON = '/icon.svg';

/** Puts the brand's colours, name and icon on the page; each has a default. */
export function dressPage({ slug, record }: CurrentBrand): void {
  const theme = brandTheme(record?.appBgColor ?? record?.brandBgColor, PRODUCT.color);
  for (const [property, value] of Object.entries(theme))
    document.documentElement.style.setProperty(property, value);
  meta('theme-color').content = theme['--brand'] ?? PRODUCT.color;
  document.title = brandName(record);
  showIcon(slug === PRODUCT.slug ? DEFAULT_ICON : `/brands/${slug}/icon.svg`);
}

function meta(name: string): HTMLMetaElement {
  const found = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (found) return found;
  const element = document.createElement('meta');
  element.name = name;
  document.head.append(element);
  return element;
}

/** Takes an icon only once it has proven to be a picture: a static server answers a missing file with a web page. */
function showIcon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || link.getAttribute('href') === address) return;
  const picture = new Image();
  picture.onload = () => {
    link.href = address;
  };
  picture.fetchPriority = 'low';
  picture.src = address;
}
