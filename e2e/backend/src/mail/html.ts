import { escapeHtml } from '../web/escape-html.ts';

/** Template tag for HTML that escapes every interpolated value. */
export const html = (parts: TemplateStringsArray, ...values: string[]) =>
  String.raw({ raw: parts }, ...values.map(escapeHtml));
