import type { Brand } from './brand.ts';

/** Support contacts of a brand. */
export interface Support {
  /** `https://wa.me/…` */
  whatsapp?: string;
  /** `mailto:…` */
  email?: string;
}

const WHATSAPP_HOSTS = new Set([
  'wa.me',
  'api.whatsapp.com',
  'www.whatsapp.com',
  'whatsapp.com',
  'chat.whatsapp.com',
]);

function whatsappLink(given: string): string | undefined {
  if (URL.canParse(given)) {
    const url = new URL(given);
    return url.protocol === 'https:' && WHATSAPP_HOSTS.has(url.hostname) ? url.href : undefined;
  }
  const digits = given.replace(/[\s()+.-]/g, '').replace(/^0+/, '');
  if (!/^\d{10,15}$/.test(digits)) return undefined;
  // Ten or eleven digits are a Brazilian number without its country code.
  return `https://wa.me/${digits.length <= 11 ? `55${digits}` : digits}`;
}

function mailLink(given: string): string | undefined {
  const address = given.trim().replace(/^mailto:/i, '');
  return /^[^\s@?&<>"]+@[^\s@?&<>"]+\.[^\s@?&<>"]+$/.test(address) ? `mailto:${address}` : undefined;
}

/** Returns the valid contacts of a brand: its record is untrusted text. */
export function supportOf(brand: Partial<Brand> | undefined): Support {
  const whatsapp = whatsappLink(brand?.appEmailSupportWhatsappNumber ?? '');
  const email = mailLink(brand?.appEmailSupportAddress ?? '');
  return { ...(whatsapp ? { whatsapp } : {}), ...(email ? { email } : {}) };
}
