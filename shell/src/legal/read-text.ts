import { ApiError } from '@shared/client';
import { timeLimit } from '@shared/client/time-limit';
import { PRODUCT } from '@shared/contract';

export type LegalFile = 'terms.txt' | 'policy.txt';

const TIMEOUT = 30_000;
const WEB_PAGE = /^\s*<(?:!doctype|html|head|body|\?xml)/i;

/**
 * Returns a brand's legal text, or the default brand's if it has none of its own.
 * @throws ApiError if both are missing, or can't be fetched: the brand may have a text then
 */
export async function readLegalText(brand: string, file: LegalFile, signal: AbortSignal): Promise<string> {
  for (const slug of new Set([brand, PRODUCT.slug])) {
    const text = await fetchText(`/brands/${slug}/${file}`, signal);
    if (text !== undefined) return text;
  }
  throw new ApiError('unreadable', file);
}

/** Returns undefined if the file is missing: a 404 or 410, or a web page in its place. */
async function fetchText(address: string, signal: AbortSignal): Promise<string | undefined> {
  const limit = timeLimit(TIMEOUT, new DOMException('', 'TimeoutError'), signal);
  try {
    const response = await fetch(address, { signal: limit.signal });
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok) throw new ApiError('status', address, response.status);
    if (response.headers.get('Content-Type')?.includes('html')) return undefined;
    const text = await response.text();
    return WEB_PAGE.test(text) ? undefined : text;
  } catch (cause) {
    if (signal.aborted || cause instanceof ApiError) throw cause;
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
    throw new ApiError(isTimeout ? 'timeout' : 'network', address, 0, '', { cause });
  } finally {
    limit.end();
  }
}
