const LENGTH = 11;

/** Digits of a phone number with its area code, 11 at most. A country code of Brazil before them is left out. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return (digits.length > LENGTH && digits.startsWith('55') ? digits.slice(2) : digits).slice(0, LENGTH);
}

/** What may stand in a phone's field: `(11) 3456-7890` or `(11) 93456-7890` (specification, section 5). */
export function maskPhone(typed: string): string {
  const digits = phoneDigits(typed);
  if (digits.length <= 2) return digits && `(${digits}`;
  const number = digits.slice(2);
  const split = digits.length === LENGTH ? 5 : 4;
  const end = number.slice(split);
  return `(${digits.slice(0, 2)}) ${number.slice(0, split)}${end && `-${end}`}`;
}

/** An area code (none begins or ends with 0) and eight or nine digits. */
export const isPhone = (text: string) => /^[1-9]{2}\d{8,9}$/.test(text.replace(/\D/g, ''));
