/** The support telephone of a brand. Apart from `supportOf`, which every page loads. */
import type { Brand } from './brand.ts';

export interface SupportPhone {
  /** `tel:…` */
  url: string;
  /** As the brand writes it. */
  number: string;
}

/**
 * Returns the support telephone, if it is valid: a national number in any notation, including 0800
 * and 4004, or one after `+`.
 */
export function supportPhoneOf(brand: Partial<Brand> | undefined): SupportPhone | undefined {
  const number = (brand?.appEmailSupportPhoneNumber ?? '').trim().replace(/^tel:/i, '');
  const digits = number.replace(/[\s().-]/g, '');
  if (!/^\+?\d{8,15}$/.test(digits)) return undefined;
  const isWithAreaCode = /^[1-9]\d{9,10}$/.test(digits);
  return { url: `tel:${isWithAreaCode ? `+55${digits}` : digits}`, number };
}
