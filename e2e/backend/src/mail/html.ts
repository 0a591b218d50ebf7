const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Template tag for HTML that escapes every interpolated value. */
export const html = (parts: TemplateStringsArray, ...values: string[]) =>
  String.raw({ raw: parts }, ...values.map(escapeText));

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
