/** Colour scheme and typeface of the device, for a frame that runs no scripts. */
const STYLE = `
  :root { color-scheme: light dark }
  body {
    margin: 0; padding: 0 2px 24px; max-width: 65ch; color: CanvasText;
    font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere;
  }
  h2 { margin: 24px 0 4px; font-size: 1rem; line-height: 1.4 }
  p { margin: 0 0 12px; white-space: pre-line }
  body:focus { outline: none }
  body:focus-visible::after { content: ''; position: fixed; inset: 0; border: 2px solid; pointer-events: none }
`;

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const asHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escaped[sign] ?? '');

/**
 * Returns an HTML page of a plain text: empty lines separate paragraphs, and a short first line is
 * the paragraph's heading. The page scrolls inside its frame, so that keyboard users can scroll it.
 */
export function textPage(title: string, text: string): string {
  const blocks = text.trim().split(/\r?\n[ \t]*(?:\r?\n)+/);
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${asHtml(title)}</title><style>${STYLE}</style></head><body tabindex="0">${blocks.map(block).join('')}</body></html>`;
}

function block(text: string): string {
  const [, heading, rest] = /^([^\n]{1,80}[^\r\n.;:,])\r?\n(.+)$/s.exec(text) ?? [];
  if (heading === undefined || rest === undefined) return `<p>${asHtml(text)}</p>`;
  return `<h2>${asHtml(heading)}</h2><p>${asHtml(rest)}</p>`;
}
