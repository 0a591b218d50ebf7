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
