const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A tag for templates: HTML as it is written, with every value in it escaped. */
export const html = (parts: TemplateStringsArray, ...values: string[]) =>
  String.raw({ raw: parts }, ...values.map(escapeText));

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
