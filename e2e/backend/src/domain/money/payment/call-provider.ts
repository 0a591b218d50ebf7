/** One HTTP request to a payment provider. */
import type { Agent } from 'node:https';
import { text } from 'node:stream/consumers';
import { parseJson } from '@shared/contract/lenient';
import type * as z from 'zod/mini';
import type { PlatformOptions } from '../../../platform/context.ts';
import { abortAfter } from '../../../platform/time-limit.ts';

/** Within the time limit of a port (`PROVIDER_MS`), which may need several requests. */
export const REQUEST_MS = 7000;
/** A page of a list has some hundred kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** What the adapters of a provider run on. */
export type ProviderContext = Pick<PlatformOptions, 'clock' | 'transports'>;

interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Has the client's certificate, if the provider requires one. */
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
export async function callProvider(
  { clock, transports }: ProviderContext,
  { url: address, method, headers, body, agent }: ProviderRequest,
): Promise<ProviderResponse> {
  const url = new URL(address);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  try {
    return await abortAfter(clock, REQUEST_MS, async (signal) => {
      const options = { method, headers: { ...headers, ...length }, body, agent, signal };
      const response = await transports.request(url, options);
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) response.destroy(new Error('the response is too large'));
      });
      return { status: response.statusCode ?? 0, body: parseJson(await text(response)) };
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : nameOf(error);
    throw new Error(`${method} at ${url.host} failed: ${code}`);
  }
}

/** Returns the body of a response that has one of the statuses and matches the schema. */
export const bodyOf = <S extends z.ZodMiniType>(
  schema: S,
  { status, body }: ProviderResponse,
  statuses = [200],
): z.output<S> | undefined => (statuses.includes(status) ? schema.safeParse(body).data : undefined);

/** Returns whether a provider refused a request: it did nothing. */
export const isRefusal = ({ status }: ProviderResponse) =>
  status >= 400 && status < 500 && ![408, 409, 429].includes(status);

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'no response');
