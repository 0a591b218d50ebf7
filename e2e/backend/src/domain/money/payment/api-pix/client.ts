/** Requests to a bank's API Pix (Banco Central do Brasil), with OAuth 2 over mutual TLS. */
import { Agent } from 'node:https';
import * as z from 'zod/mini';
import { MINUTE_MS, SECOND_MS } from '../../../../platform/time.ts';
import { bodyOf, callProvider, type ProviderContext, type ProviderResponse } from '../call-provider.ts';
import type { Unknown } from '../ports.ts';

export interface ApiPixSettings {
  /** For example `https://bank.example/v2`. */
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Key that receives the payments. */
  key: string;
  /** Client certificate and its key, as PEM; absent on this machine only. */
  certificate?: Buffer | undefined;
  privateKey?: Buffer | undefined;
  /** Authority of the bank's certificate, as PEM, if it isn't a public one. */
  authority?: Buffer | undefined;
}

const Token = z.object({
  access_token: z.string().check(z.minLength(1)),
  /** In seconds; RFC 6749 recommends it. */
  expires_in: z.optional(z.number().check(z.positive())),
});
/** A token isn't used in the last minute of its life, in ms. */
const MARGIN_MS = MINUTE_MS;
const DEFAULT_SECONDS = 300;

/** Returns a client; paths are below the API's URL. */
export function createApiPix(settings: ApiPixSettings, context: ProviderContext) {
  const { now } = context.clock;
  const { url, tokenUrl, clientId, clientSecret, certificate, privateKey, authority } = settings;
  const agent =
    new URL(url).protocol === 'https:'
      ? new Agent({
          cert: certificate,
          key: privateKey,
          ca: authority,
          keepAlive: true,
          minVersion: 'TLSv1.2',
        })
      : undefined;
  let token: { request: Promise<string>; endsAt: number } | undefined;

  /** @returns a token, and how long it is used, in ms */
  async function requestToken() {
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const response = await callProvider(context, {
      method: 'POST',
      url: tokenUrl,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: 'grant_type=client_credentials',
      agent,
    });
    const issued = bodyOf(Token, response);
    if (!issued) throw new Error(`the bank responded with ${response.status} to a request for a token`);
    const lifeMs = (issued.expires_in ?? DEFAULT_SECONDS) * SECOND_MS;
    return { value: issued.access_token, usedMs: Math.max(lifeMs / 2, lifeMs - MARGIN_MS) };
  }

  /** Returns the current token; concurrent calls share one request for it. */
  function accessToken(): Promise<string> {
    if (!token || token.endsAt <= now().getTime()) {
      const issued = { request: Promise.resolve(''), endsAt: Number.POSITIVE_INFINITY };
      token = issued;
      issued.request = requestToken().then(
        ({ value, usedMs }) => {
          issued.endsAt = now().getTime() + usedMs;
          return value;
        },
        (error: unknown) => {
          if (token === issued) token = undefined;
          throw error;
        },
      );
    }
    return token.request;
  }

  async function call(
    method: 'GET' | 'PUT' | 'PATCH',
    path: string,
    body?: object,
    isRepeat = false,
  ): Promise<ProviderResponse> {
    const bearer = await accessToken();
    const response = await callProvider(context, {
      method,
      url: `${url}${path}`,
      headers: {
        authorization: `Bearer ${bearer}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      agent,
    });
    // A bank may end a token early. The request wasn't performed.
    if (response.status !== 401 || isRepeat) return response;
    token = undefined;
    return call(method, path, body, true);
  }

  return {
    get: (path: string) => call('GET', path),
    put: (path: string, body: object) => call('PUT', path, body),
    patch: (path: string, body: object) => call('PATCH', path, body),
  };
}

/** Returns the outcome of a request with a response that isn't as specified. */
export const unexpected = (what: string, { status }: ProviderResponse): Unknown => ({
  kind: 'unknown',
  error: new Error(`the bank responded with ${status} to ${what}`),
});

/** Amounts such as `50.00`, as integer cents. */
const cents = z.pipe(
  z.string().check(z.regex(/^\d{1,10}\.\d{2}$/)),
  z.transform((text) => Number(text.replace('.', ''))),
);
const time = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  z.transform((text) => new Date(text)),
);

export const Devolucao = z.object({
  id: z.string(),
  rtrId: z.optional(z.string()),
  valor: cents,
  natureza: z.optional(z.string()),
  status: z.string(),
  horario: z.object({ solicitacao: time, liquidacao: z.optional(time) }),
});
export type Devolucao = z.output<typeof Devolucao>;
export const Pix = z.object({
  endToEndId: z.string().check(z.regex(/^[A-Za-z0-9]{32}$/)),
  txid: z.optional(z.string()),
  valor: cents,
  chave: z.optional(z.string()),
  horario: time,
  devolucoes: z.optional(z.array(Devolucao)),
});
export type Pix = z.output<typeof Pix>;
export const Cob = z.object({
  txid: z.string(),
  status: z.string(),
  calendario: z.object({ criacao: time, expiracao: z.number() }),
  valor: z.object({ original: cents }),
  pixCopiaECola: z.optional(z.string()),
  pix: z.optional(z.array(Pix)),
});
export type Cob = z.output<typeof Cob>;
export const PixList = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int() }) }),
  pix: z.array(Pix),
});

/** Returns integer cents as an amount of the API, such as `50.00`. */
export const amountOf = (value: number) => (value / 100).toFixed(2);
