import { ApiError, statusOf } from '@shared/client';
import { loadSend } from '@shared/client/load-send';
import { PRODUCT } from '@shared/contract';
import { BRANDS_FOLDER } from '@shared/contract/url-layout';

export type LegalFile = 'terms.txt' | 'policy.txt';

const TIMEOUT = 30_000;
const MISSING = [404, 410];
const WEB_PAGE = /^\s*<(?:!doctype|html|head|body|\?xml)/i;

/**
 * Returns a brand's legal text, or the default brand's if it has none of its own.
 * @throws ApiError if both are missing, or if a text can't be fetched: the brand may have its own
 */
export async function readLegalText(brand: string, file: LegalFile, signal: AbortSignal): Promise<string> {
  for (const slug of new Set([brand, PRODUCT.slug])) {
    const text = await fetchText(`${BRANDS_FOLDER}${slug}/${file}`, signal);
    if (text !== undefined) return text;
  }
  throw new ApiError('unreadable', file);
}

/** Returns undefined if the file is missing: a 404 or 410, or a web page in its place. */
async function fetchText(url: string, signal: AbortSignal): Promise<string | undefined> {
  const { client, apiErrorOf } = await loadSend().catch((cause: unknown) => {
    throw new ApiError('network', url, 0, undefined, { cause });
  });
  try {
    const text = await client(url, {
      signal,
      timeout: TIMEOUT,
      totalTimeout: TIMEOUT,
      hooks: { afterResponse: [({ response }) => webPageAsMissing(response)] },
    }).text();
    return WEB_PAGE.test(text) ? undefined : text;
  } catch (cause) {
    signal.throwIfAborted();
    const error = apiErrorOf(url, cause);
    if (MISSING.includes(statusOf(error))) return undefined;
    throw error;
  }
}

function webPageAsMissing(response: Response): Response {
  const isWebPage = response.ok && response.headers.get('Content-Type')?.includes('html');
  return isWebPage ? new Response(null, { status: 404 }) : response;
}

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
