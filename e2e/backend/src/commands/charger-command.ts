/** `pnpm charger …`: sends an operator's command to a charge point, through a running server. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { calls, readErrorBody } from '@shared/contract';
import { type CommandResponse, commandChargePoint } from '@shared/contract/operator';
import type * as z from 'zod/mini';
import type { AnyCall } from '../platform/api/route.ts';
import { HELP, readArguments } from './read-arguments.ts';

/** Reply statuses that mean success (OCPP 1.6 §7). */
const DONE = new Set(['Accepted', 'RebootRequired', 'Scheduled', 'Unlocked']);
const RESULTS = {
  offline: 'The charge point is offline: nothing was sent.',
  timeout: 'The charge point did not reply in time. It may still carry out the command.',
  unreachable:
    'The server can’t reach the instance that may have the connection. The charge point may have carried out the command.',
  disconnected: 'The connection ended before a reply. The charge point may have carried out the command.',
};

interface Request {
  path?: Record<string, string>;
  body?: unknown;
  token?: string;
  brandId?: string | undefined;
}

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { brand: { type: 'string' } },
  });
  const [chargePointId, ...given] = positionals;
  if (chargePointId === undefined) {
    console.log(HELP);
    return 0;
  }
  const body = readArguments(given);
  const api = readApiUrl(process.env.BACKEND_URL || 'http://127.0.0.1:3000');
  const email = process.env.OPERATOR_EMAIL;
  if (!email) throw new Error('OPERATOR_EMAIL must be set to the e-mail of an operator.');
  const password = process.env.OPERATOR_PASSWORD || (await askPassword(email));
  const brand = values.brand && (await makeCall(api, calls.brand, { path: { brandName: values.brand } }));
  const brandId = brand ? brand.appId : undefined;
  const { token } = await makeCall(api, calls.login, { body: { email, password }, brandId });
  try {
    const response = await makeCall(api, commandChargePoint, { path: { chargePointId }, body, token });
    for (const line of describe(response)) console.log(printable(line));
    return response.result === 'configuration' || (response.result === 'replied' && DONE.has(response.status))
      ? 0
      : 1;
  } finally {
    await makeCall(api, calls.logout, { token }).catch(() =>
      console.error('The session could not be ended. It will expire on its own.'),
    );
  }
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
async function makeCall<C extends AnyCall>(
  api: string,
  { method, path, response: schema, timeout }: C,
  { path: given = {}, body, token, brandId }: Request,
): Promise<z.output<C['response']>> {
  const callPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const response = await fetch(`${api}${callPath}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(brandId && { 'x-brand-id': brandId }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeout),
  }).catch((cause: unknown) => {
    throw new Error(`There is no response from ${api}.`, { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The server refused: ${response.status} ${readErrorBody(text).code}`);
  return schema.parse(text === '' ? undefined : JSON.parse(text)) as z.output<C['response']>;
}

function describe(response: CommandResponse): string[] {
  switch (response.result) {
    case 'replied':
      return [response.status];
    case 'error':
      return [`The charge point replied with the error ${response.errorCode}.`];
    case 'configuration':
      return [
        ...response.configurationKey.map(
          ({ key, readonly, value }) => `${key}=${value ?? '(hidden)'}${readonly ? ' (read-only)' : ''}`,
        ),
        ...response.unknownKey.map((key) => `${key} is unknown to the charge point`),
      ];
    default:
      return [RESULTS[response.result]];
  }
}

/** A charge point's text must not control the terminal, or look like another line. */
const printable = (text: string) => text.replace(/\p{C}/gu, '?');

await run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
