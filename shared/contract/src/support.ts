import type { Brand } from './brand.ts';

/** Support contacts of a brand. */
export interface Support {
  /** `https://wa.me/…` */
  whatsapp?: string;
  /** `mailto:…` */
  email?: string;
  /** `tel:…`, and the number as the brand writes it. */
  phone?: { url: string; number: string };
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

/** Accepts any notation of a national number, including 0800 and 4004, or one after `+`. */
function phoneLink(given: string): Support['phone'] {
  const number = given.trim().replace(/^tel:/i, '');
  const digits = number.replace(/[\s().-]/g, '');
  if (!/^\+?\d{8,15}$/.test(digits)) return undefined;
  const isWithAreaCode = /^[1-9]\d{9,10}$/.test(digits);
  return { url: `tel:${isWithAreaCode ? `+55${digits}` : digits}`, number };
}

function mailLink(given: string): string | undefined {
  const address = given.trim().replace(/^mailto:/i, '');
  return /^[^\s@?&<>"]+@[^\s@?&<>"]+\.[^\s@?&<>"]+$/.test(address) ? `mailto:${address}` : undefined;
}

/** Returns the valid contacts of a brand: its record is untrusted text. */
export function supportOf(brand: Partial<Brand> | undefined): Support {
  const whatsapp = whatsappLink(brand?.appEmailSupportWhatsappNumber ?? '');
  const email = mailLink(brand?.appEmailSupportAddress ?? '');
  const phone = phoneLink(brand?.appEmailSupportPhoneNumber ?? '');
  return { ...(whatsapp && { whatsapp }), ...(email && { email }), ...(phone && { phone }) };
}
