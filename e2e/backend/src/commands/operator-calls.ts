/** Calls of an operator to a running server, for `pnpm charger` and `pnpm refund`. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { calls, readErrorBody } from '@shared/contract';
import type * as z from 'zod/mini';
import type { AnyCall } from '../platform/api/route.ts';

/** Environment variables of these commands, for their help. */
export const OPERATOR_VARIABLES = `BACKEND_URL         the server, http://127.0.0.1:3000 by default; https on any other machine
OPERATOR_EMAIL      the operator's account
OPERATOR_PASSWORD   its password; prompted for if it isn't set`;

interface Request {
  path?: Record<string, string>;
  body?: unknown;
  key?: string;
  token?: string;
  brandId?: string | undefined;
}

/** @throws if the password would be sent in the clear over a network */
function readApiUrl(backendUrl: string): string {
  const url = URL.parse(backendUrl);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('BACKEND_URL must be an http or https URL.');
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
    throw new Error('BACKEND_URL must be an https URL: the password is sent to it.');
  return `${url.origin}/v1/api`;
}

async function askPassword(email: string): Promise<string> {
  process.stderr.write(`Password of ${email}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY === true,
  });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** @throws an error with a message for the operator if the call fails */
export async function makeCall<C extends AnyCall>(
  api: string,
  { method, path, response: schema, timeout }: C,
  { path: given = {}, body, key, token, brandId }: Request,
): Promise<z.output<C['response']>> {
  const callPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const response = await fetch(`${api}${callPath}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(brandId && { 'x-brand-id': brandId }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeout),
  }).catch((cause: unknown) => {
    throw new Error(`There is no response from ${api}. ${REPEAT}`, { cause });
  });
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return schema.parse(text === '' ? undefined : JSON.parse(text)) as z.output<C['response']>;
}

const REPEAT = 'Repeat the command later, with the printed --key if there is one.';
/** What the operator can do, by the code of a refusal. */
const HINTS: Record<string, string> = {
  CHARGE_NOT_FOUND: "Compare the number with the driver's receipt, and --brand with the driver's brand.",
  CHARGE_RUNNING: 'Wait until it has ended, or stop it first.',
  NOT_AN_OPERATOR: 'Log in as an operator (OPERATOR_EMAIL): they are in the network file.',
  USER_NOT_FOUND: 'Check OPERATOR_EMAIL, OPERATOR_PASSWORD and --brand.',
  IDEMPOTENCY_KEY_REUSED: 'Leave --key out to make a new refund.',
};

function refusal(status: number, body: string): Error {
  const { code, message } = readErrorBody(body);
  const reasons = [...new Set([code, message])].filter(Boolean).join(', ');
  const hint = HINTS[code] ?? (status >= 500 ? REPEAT : undefined);
  return new Error(`The server refused: ${status} ${reasons}${hint ? `. ${hint}` : ''}`);
}

type SendCall = <C extends AnyCall>(call: C, request: Request) => Promise<z.output<C['response']>>;

/**
 * Logs an operator in, runs `work` with a function that makes calls in the session, and ends it.
 * @param brand slug of the brand of the operator's account; the default one if undefined
 * @throws an error with a message for the operator
 */
export async function asOperator<T>(
  brand: string | undefined,
  work: (send: SendCall) => Promise<T>,
): Promise<T> {
  const api = readApiUrl(process.env.BACKEND_URL || 'http://127.0.0.1:3000');
  const email = process.env.OPERATOR_EMAIL;
  if (!email) throw new Error('OPERATOR_EMAIL must be set to the e-mail of an operator.');
  const password = process.env.OPERATOR_PASSWORD || (await askPassword(email));
  const record = brand && (await makeCall(api, calls.brand, { path: { brandName: brand } }));
  const brandId = record ? record.appId : undefined;
  const { token } = await makeCall(api, calls.login, { body: { email, password }, brandId });
  try {
    return await work((call, request) => makeCall(api, call, { ...request, token }));
  } finally {
    await makeCall(api, calls.logout, { token }).catch(() =>
      console.error('The session could not be ended. It will expire on its own.'),
    );
  }
}

/** Text of others must not control the terminal, or look like another line. */
export const printable = (text: string) => text.replace(/\p{C}/gu, '?');
