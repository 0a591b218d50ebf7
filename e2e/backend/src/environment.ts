/** The server's environment variables, documented in `.docs/configuration.md`. */
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { serviceOf } from './domain/sites/geocoder/query-service.ts';

const MAX_NUMBER = 65_535;
const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const NODE_ENVS = ['production', 'development', 'test'];

/** `error` is the predicate of a sentence about the variable; it must not quote secrets. */
const text = (isValid: (value: string) => boolean, error: string | ((value: string) => string)) =>
  z.optional(
    z.string().check(
      z.refine(isValid, {
        error: ({ input }) => (typeof error === 'string' ? error : error(String(input))),
      }),
    ),
  );
const anyText = z.optional(z.string());
const oneOf = (values: string[]) =>
  text(
    (value) => values.includes(value),
    (value) => `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}, not "${value}"`,
  );
const listOf = (isValid: (item: string) => boolean, error: string) =>
  text((value) => itemsOf(value).every(isValid), error);

const portNumber = text(
  (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_NUMBER,
  (value) => `must be a number from 1 to ${MAX_NUMBER}, not "${value}"`,
);
const hostName = text(
  (value) => /^[\w.:%-]+$/.test(value),
  (value) => `must be an address or a host name, not "${value}"`,
);

/** Keys are the variables' names; an empty variable counts as unset. */
export const Variables = z.object({
  NODE_ENV: oneOf(NODE_ENVS),
  SANDBOX: oneOf(['1', '0']),
  PORT: portNumber,
  HOST: hostName,
  TRUSTED_PROXIES: listOf(
    isProxy,
    'must be a list of addresses, networks such as 10.0.0.0/8, or loopback, linklocal and uniquelocal, separated by commas',
  ),
  TLS_CERT: anyText,
  TLS_KEY: anyText,
  OCPP_TLS_PORT: portNumber,
  OCPP_TLS_CERT: anyText,
  OCPP_TLS_KEY: anyText,
  OCPP_CLIENT_CA: anyText,
  OCPP_CLIENT_CRL: anyText,
  DATABASE_URL: text(
    (value) => /^postgres(ql)?:\/\//.test(value),
    'must begin with postgres:// or postgresql://',
  ),
  DATA_DIR: anyText,
  NATS_URL: listOf(
    (item) => /^(nats|tls):$/.test(URL.parse(item)?.protocol ?? ''),
    'must be a list of URLs such as nats://nats.example:4222, separated by commas',
  ),
  NATS_PREFIX: text((value) => /^[\w-]{1,40}$/.test(value), 'must be letters, digits, - or _'),
  SITE_DIR: anyText,
  SITE_URL: text((value) => webOrigin(value) !== undefined, 'must be an http or https URL'),
  ALLOWED_ORIGINS: listOf(
    (item) => originOf(item) !== undefined,
    'must be a list of origins such as https://board.example, separated by commas',
  ),
  SMTP_URL: text(
    (value) => /^smtps?:\/\//.test(value) && Boolean(URL.parse(value)?.hostname),
    'must be a URL that begins with smtp:// or smtps://',
  ),
  MAIL_FROM: text((value) => /^[^\s@<>]+@[^\s@<>]+$/.test(value), 'must be an e-mail address without a name'),
  VAPID_PUBLIC_KEY: text(isKeyOf(65), 'must be 65 bytes in base64url'),
  VAPID_PRIVATE_KEY: text(isKeyOf(32), 'must be 32 bytes in base64url'),
  PUSH_SERVICES: listOf(
    (item) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(item),
    'must be a list of host names such as push.example or *.push.example, separated by commas',
  ),
  PAYMENT_PROVIDER: anyText,
  PAYMENTS_FILE: anyText,
  GEOCODER_URL: text(
    (value) => webOrigin(value) !== undefined && serviceOf(value) !== undefined,
    "must be an http or https URL whose path ends with /api (Photon's) or /search (Nominatim's)",
  ),
  METRICS_PORT: portNumber,
  METRICS_HOST: hostName,
  CHARGERS_URL: text((value) => webOrigin(value) !== undefined, 'must be an http or https URL'),
  LOG_LEVEL: oneOf(LOG_LEVELS),
  POWER_SHARING: oneOf(['1', '0']),
  PRERENDER: oneOf(['1', '0']),
  REMOTES_PUBLIC_KEY: listOf(isPublicKey, 'must be Ed25519 keys of 32 bytes in base64, separated by commas'),
  REMOTE_WITHDRAWAL: oneOf(['1', '0']),
  REMOTE_FAILURES_PER_NETWORK: text(
    (value) => /^[1-9]\d{0,5}$/.test(value),
    (value) => `must be a number from 1 to 999999, not "${value}"`,
  ),
});

export type Environment = ReturnType<typeof readEnvironment>;

/** @throws an error with one line per problem */
export function readEnvironment(env: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = Variables.safeParse(set);
  const problems = read.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}.`) ?? [];
  const sandbox = isSandbox(set);
  problems.push(...conflicts(set, sandbox));
  if (!read.data || problems.length > 0) throw new Error(problems.join('\n'));
  const { TLS_CERT, TLS_KEY, SITE_URL, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, ...rest } = read.data;
  return {
    /** Whether demo data, `/sandbox` and charge points without a password are allowed. */
    sandbox,
    port: Number(rest.PORT ?? 3000),
    host: rest.HOST ?? '0.0.0.0',
    trustedProxies: rest.TRUSTED_PROXIES && itemsOf(rest.TRUSTED_PROXIES).join(','),
    tls: TLS_CERT && TLS_KEY ? { certFile: TLS_CERT, keyFile: TLS_KEY } : undefined,
    ocppTls: ocppTlsOf(rest),
    databaseUrl: rest.DATABASE_URL,
    dataDir: rest.DATA_DIR,
    natsUrl: rest.NATS_URL,
    natsPrefix: rest.NATS_PREFIX,
    webAppDir: rest.SITE_DIR,
    webAppUrl: SITE_URL && webOrigin(SITE_URL),
    allowedOrigins: itemsOf(rest.ALLOWED_ORIGINS ?? '').flatMap((item) => originOf(item) ?? []),
    smtpUrl: rest.SMTP_URL,
    mailFrom: rest.MAIL_FROM,
    vapid:
      VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
        ? { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY }
        : undefined,
    pushServices: rest.PUSH_SERVICES && itemsOf(rest.PUSH_SERVICES),
    paymentProvider: rest.PAYMENT_PROVIDER,
    paymentsFile: rest.PAYMENTS_FILE,
    geocoderUrl: rest.GEOCODER_URL,
    metrics: rest.METRICS_PORT
      ? { port: Number(rest.METRICS_PORT), host: rest.METRICS_HOST ?? '127.0.0.1' }
      : undefined,
    chargersUrl: rest.CHARGERS_URL,
    logLevel: rest.LOG_LEVEL,
    sharesPower: rest.POWER_SHARING === '1',
    prerenders: rest.PRERENDER !== '0',
    publicKeys: itemsOf(rest.REMOTES_PUBLIC_KEY ?? ''),
    withdrawsVersions: rest.REMOTE_WITHDRAWAL !== '0',
    remoteFailures: rest.REMOTE_FAILURES_PER_NETWORK && Number(rest.REMOTE_FAILURES_PER_NETWORK),
  };
}

function ocppTlsOf(given: Partial<z.output<typeof Variables>>) {
  const { OCPP_TLS_PORT, OCPP_TLS_CERT, OCPP_TLS_KEY, OCPP_CLIENT_CA, OCPP_CLIENT_CRL } = given;
  if (!OCPP_TLS_PORT || !OCPP_TLS_CERT || !OCPP_TLS_KEY) return undefined;
  return {
    port: Number(OCPP_TLS_PORT),
    certFile: OCPP_TLS_CERT,
    keyFile: OCPP_TLS_KEY,
    clientCaFile: OCPP_CLIENT_CA,
    clientCrlFile: OCPP_CLIENT_CRL,
  };
}

/** A database server may hold real accounts, so a sandbox on it must be requested explicitly. */
function isSandbox({ NODE_ENV, SANDBOX, DATABASE_URL }: NodeJS.ProcessEnv): boolean {
  if (NODE_ENV === 'production' || SANDBOX === '0') return false;
  return SANDBOX === '1' || DATABASE_URL === undefined;
}

/** Returns the problems of variables that contradict or need each other. */
function conflicts(env: NodeJS.ProcessEnv, sandbox: boolean): string[] {
  const found: string[] = [];
  if (env.NODE_ENV === 'production' && env.SANDBOX === '1')
    found.push('SANDBOX=1 is refused with NODE_ENV=production: unset one of them.');
  if ((env.TLS_CERT === undefined) !== (env.TLS_KEY === undefined))
    found.push('TLS_CERT and TLS_KEY belong together: set both, or neither.');
  const ocppTls = [env.OCPP_TLS_PORT, env.OCPP_TLS_CERT, env.OCPP_TLS_KEY];
  if (ocppTls.includes(undefined) && ocppTls.some((value) => value !== undefined))
    found.push('OCPP_TLS_PORT, OCPP_TLS_CERT and OCPP_TLS_KEY belong together: set all of them, or none.');
  if (env.OCPP_CLIENT_CA && !env.OCPP_TLS_PORT)
    found.push('OCPP_TLS_PORT must be set with OCPP_CLIENT_CA: only that port accepts client certificates.');
  if (env.OCPP_CLIENT_CRL && !env.OCPP_CLIENT_CA)
    found.push('OCPP_CLIENT_CA must be set with OCPP_CLIENT_CRL: the list revokes its certificates.');
  if (env.PAYMENT_PROVIDER && env.PAYMENTS_FILE)
    found.push('PAYMENT_PROVIDER and PAYMENTS_FILE exclude each other: set one of them.');
  if (env.NATS_URL && !env.DATABASE_URL)
    found.push('DATABASE_URL must be set with NATS_URL: only one process can open the embedded database.');
  if ((env.VAPID_PUBLIC_KEY === undefined) !== (env.VAPID_PRIVATE_KEY === undefined))
    found.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both, or neither.');
  if (env.SMTP_URL && !env.MAIL_FROM)
    found.push('MAIL_FROM must be set with SMTP_URL: it is the sender of mails.');
  // A request's Host header can be forged, so it must not decide where mailed links point.
  if (env.SMTP_URL && !env.SITE_URL && !sandbox)
    found.push('SITE_URL must be set with SMTP_URL outside of the sandbox: links in mails point there.');
  return found;
}

/** Hoisted, because `Variables` is created before the constants below. */
function isKeyOf(bytes: number) {
  return (value: string) => /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes;
}

function isPublicKey(item: string): boolean {
  const bytes = Buffer.from(item, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === item;
}

const itemsOf = (list: string) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function isProxy(item: string): boolean {
  if (PROXY_NAMES.has(item) || isAddress(item)) return true;
  const [address = '', bits = ''] = item.split('/');
  return isAddress(address) && /^\d{1,3}$/.test(bits) && ipaddr.isValidCIDR(item);
}

/** Excludes a bare number, which some servers read as the number of proxies. */
const isAddress = (item: string) => ipaddr.IPv4.isValidFourPartDecimal(item) || ipaddr.IPv6.isValid(item);

function webOrigin(value: string): string | undefined {
  const url = URL.parse(value);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** Parses app origins without `URL`, because its `origin` is opaque for `capacitor://localhost`. */
function originOf(item: string): string | undefined {
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*):\/\/([^/\s?#@,*]+)\/?$/i.exec(item) ?? [];
  if (!scheme || !host) return undefined;
  return /^https?$/i.test(scheme) ? webOrigin(item) : `${scheme}://${host}`.toLowerCase();
}
