/** `PAYMENTS_FILE`: which provider takes the cards and the Pix of each brand (`.docs/payments.md`). */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { brandSlug } from '@shared/contract';
import * as z from 'zod/mini';
import { type Problem, parseYaml, UnreadableFile } from '../../../platform/yaml-file.ts';
import { createApiPixPort } from './api-pix/pix.ts';
import type { ProviderContext } from './call-provider.ts';
import { createIuguCards } from './iugu/cards.ts';
import { createIuguPix } from './iugu/pix.ts';
import type { BrandPorts, Payments } from './ports.ts';

const text = z.string('must be text').check(z.minLength(1, 'must not be empty'));
/** Secrets are in environment variables, so that the file can be read by anybody. */
const secret = z.strictObject({ env: text }, 'must name an environment variable, as in { env: NAME }');
const url = text.check(z.refine((value) => URL.canParse(value), 'must be a URL'));
const iugu = {
  provider: z.literal('iugu'),
  url,
  accountId: text.check(z.regex(/^[\w-]+$/, 'must be letters, digits, - and _')),
  apiToken: secret,
  noticeSecret: secret,
};
const apiPix = {
  provider: z.literal('api-pix'),
  url,
  tokenUrl: url,
  clientId: text,
  clientSecret: secret,
  key: text,
  certificate: z.optional(text),
  privateKey: z.optional(text),
  authority: z.optional(text),
  noticeSecret: secret,
};
type Iugu = z.output<z.ZodMiniObject<typeof iugu>>;
type ApiPix = z.output<z.ZodMiniObject<typeof apiPix>>;
const Content = z.strictObject({
  brands: z.record(
    brandSlug,
    z.strictObject({
      cards: z.optional(z.discriminatedUnion('provider', [z.strictObject(iugu)], 'must be iugu')),
      pix: z.optional(
        z.discriminatedUnion(
          'provider',
          [z.strictObject(iugu), z.strictObject(apiPix)],
          'must be iugu or api-pix',
        ),
      ),
    }),
  ),
});

/** Secrets of notices are part of a URL. */
const NOTICE_SECRET = /^[\w-]{24,}$/;

export interface PaymentsFile {
  /** Slugs of the brands that the file has. */
  brands: string[];
  /** Creates the ports of its brands. */
  createPorts(context: ProviderContext): Payments;
}

interface Reading {
  env: NodeJS.ProcessEnv;
  /** Whether a provider may be on this machine, without TLS. */
  allowsLoopback: boolean;
}

/**
 * Reads the file, and the variables and files that it names.
 * @throws `UnreadableFile` with one line for each mistake, such as `payments.yaml:4:7: …`
 */
export function readPayments(path: string, { env, allowsLoopback }: Reading): PaymentsFile {
  const { data, describe } = parseYaml(readText(path), path, Content);
  const problems: Problem[] = [];
  const creators: Record<string, (context: ProviderContext) => BrandPorts> = {};

  for (const [brand, { cards, pix }] of Object.entries(data.brands)) {
    const createCards = cards && cardsOf(readerOf(['brands', brand, 'cards']), cards);
    const createPix = pix && pixOf(readerOf(['brands', brand, 'pix']), pix);
    creators[brand] = (context) => ({ cards: createCards?.(context), pix: createPix?.(context) });
  }
  if (problems.length > 0) throw new UnreadableFile(problems.map(describe).join('\n'));
  return {
    brands: Object.keys(creators),
    createPorts(context) {
      const ports = new Map(Object.entries(creators).map(([brand, create]) => [brand, create(context)]));
      return { of: (brand) => ports.get(brand) ?? {}, all: [...ports.values()] };
    },
  };

  function cardsOf(read: ReturnType<typeof readerOf>, given: Iugu) {
    const [settings, noticeSecret] = [read.iugu(given), read.noticeSecret(given)];
    return (context: ProviderContext) => ({ ...createIuguCards(settings, context), noticeSecret });
  }

  function pixOf(read: ReturnType<typeof readerOf>, given: Iugu | ApiPix) {
    const noticeSecret = read.noticeSecret(given);
    if (given.provider === 'iugu') {
      const settings = read.iugu(given);
      return (context: ProviderContext) => ({ ...createIuguPix(settings, context), noticeSecret });
    }
    const settings = read.apiPix(given);
    return (context: ProviderContext) => ({ ...createApiPixPort(settings, context), noticeSecret });
  }

  /** Returns functions that read a provider's settings, and note their mistakes. */
  function readerOf(at: PropertyKey[]) {
    const note = (field: string, message: string) => {
      problems.push({ path: [...at, field], message });
      return '';
    };
    const variable = (field: string, { env: name }: { env: string }) =>
      env[name] || note(field, `names the environment variable ${name}, which isn't set`);
    const address = (field: string, value: string) => {
      const { protocol, hostname } = new URL(value);
      const isLocal = protocol === 'http:' && hostname === '127.0.0.1' && allowsLoopback;
      if (protocol !== 'https:' && !isLocal)
        note(field, 'must begin with https:// (http://127.0.0.1 is allowed outside of production)');
      return value.replace(/\/+$/, '');
    };
    /** Notes a file that can't be read, or that `check` throws for. */
    const file = (field: string, name: string | undefined, what: string, check: (pem: Buffer) => unknown) => {
      if (name === undefined) return undefined;
      let isRead = false;
      try {
        const content = readFileSync(join(dirname(path), name));
        isRead = true;
        check(content);
        return content;
      } catch {
        note(field, `names the file ${name}, which ${isRead ? `has no ${what} as PEM` : "can't be read"}`);
        return undefined;
      }
    };
    const certificates = (field: string, name: string | undefined) =>
      file(field, name, 'certificate', (cert) => [createSecureContext({ cert }), new X509Certificate(cert)]);
    const keyOf = (name: string | undefined, certificate: Buffer | undefined) => {
      const pem = file('privateKey', name, 'private key without a password', (text) =>
        createPrivateKey(text),
      );
      if (pem && certificate && !new X509Certificate(certificate).checkPrivateKey(createPrivateKey(pem)))
        note('privateKey', `names the file ${name}, which has the key of another certificate`);
      return pem;
    };
    return {
      noticeSecret({ noticeSecret }: { noticeSecret: { env: string } }) {
        const value = variable('noticeSecret', noticeSecret);
        if (value && !NOTICE_SECRET.test(value))
          note('noticeSecret', 'must be at least 24 letters, digits, - and _');
        return value;
      },
      iugu: ({ url, accountId, apiToken }: Iugu) => ({
        url: address('url', url),
        accountId,
        apiToken: variable('apiToken', apiToken),
      }),
      apiPix(given: ApiPix) {
        const { url, tokenUrl, clientId, clientSecret, key, certificate, privateKey, authority } = given;
        for (const [field, value] of Object.entries({ certificate, privateKey }))
          if (value === undefined && new URL(url).protocol === 'https:') note(field, 'is missing');
        const clientCertificate = certificates('certificate', certificate);
        return {
          url: address('url', url),
          tokenUrl: address('tokenUrl', tokenUrl),
          clientId,
          clientSecret: variable('clientSecret', clientSecret),
          key,
          certificate: clientCertificate,
          privateKey: keyOf(privateKey, clientCertificate),
          authority: certificates('authority', authority),
        };
      },
    };
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UnreadableFile(`PAYMENTS_FILE names the file ${path}, which can't be read.`, { cause });
  }
}
