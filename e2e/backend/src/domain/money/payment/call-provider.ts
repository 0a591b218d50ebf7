/** One HTTP request to a payment provider. */
import { request as requestHttp } from 'node:http';
import { type Agent, request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** Within the time limit of a port (`with-timeout.ts`), which may need several requests. */
const REQUEST_MS = 7000;
/** A page of a list has some hundred kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024;

interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Has the client's certificate, if the provider asks for one. */
  agent?: Agent | undefined;
}

export interface ProviderResponse {
  status: number;
  /** Parsed JSON, undefined for any other text. */
  body: unknown;
}

/**
 * Sends a request, and follows no redirect.
 * @throws if there is no complete response; the error contains neither query, headers nor body
 */
export async function callProvider(call: ProviderRequest): Promise<ProviderResponse> {
  const { protocol, host } = new URL(call.url);
  try {
    const { status, content } = await send(call, protocol === 'http:' ? requestHttp : requestHttps);
    return { status, body: jsonOf(content) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : nameOf(error);
    throw new Error(`${call.method} at ${host} failed: ${code}`);
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'no response');

async function send(
  { method, url, headers, body, agent }: ProviderRequest,
  request: typeof requestHttps,
): Promise<{ status: number; content: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; content: string }>();
  const signal = AbortSignal.timeout(REQUEST_MS);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request(url, { method, headers: { ...headers, ...length }, agent, signal }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) response.destroy(new Error('the response is too large'));
    });
    text(response).then((content) => resolve({ status: response.statusCode ?? 0, content }), reject);
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
