import { type Brand, supportOf } from '@shared/contract';
import { strings } from './strings.ts';

interface HelpLink {
  label: string;
  url: string;
}

/** Returns the support contacts of a brand, with a message that names the charger. */
export function helpLinks(brand: Partial<Brand> | undefined, chargerNumber: string): HelpLink[] {
  const { whatsapp, email } = supportOf(brand);
  const message = strings.request(chargerNumber);
  const links: HelpLink[] = [];
  if (whatsapp) {
    const url = new URL(whatsapp);
    url.searchParams.set('text', message);
    links.push({ label: strings.whatsapp, url: url.href });
  }
  if (email) {
    const subject = encodeURIComponent(strings.charger(chargerNumber));
    const url = `${email}?subject=${subject}&body=${encodeURIComponent(message)}`;
    links.push({ label: strings.email, url });
  }
  return links;
}
