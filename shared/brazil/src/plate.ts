/** What may stand in a plate's field: upper case letters and digits, `AAA-1234` once it is three letters and four digits. */
export function maskPlate(typed: string): string {
  const characters = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 7);
  return characters.replace(/^([A-Z]{3})(\d{4})$/, '$1-$2');
}

/** `AAA-1234`, or `AAA1A23` of the Mercosul (specification, section 5). */
export function isPlate(text: string): boolean {
  return /^[A-Z]{3}(-\d{4}|\d[A-Z]\d{2})$/.test(text);
}
