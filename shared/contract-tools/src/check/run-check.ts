import { allCalls, type CallName, type Effect, isCall, namesIn, needsSession } from '../call-details.ts';
import { isDeclared, type JsonSchema, jsonSchemaOf, resolved } from '../json-schema.ts';
import { checkChanges } from './changes.ts';
import { checkCors } from './cors.ts';
import {
  type CallInput,
  createInspector,
  type Inspector,
  NOT_PROVIDED,
  REASONS,
  UNKNOWN,
  UNKNOWN_ID,
} from './inspector.ts';
import { checkUnknownToken, openStream } from './live-stream.ts';
import { checkMoneyCalls, type MoneyOptions } from './money-calls.ts';
import { checkPublicCalls, type PublicOptions } from './public-calls.ts';
import { createReport, type SubjectResult } from './report.ts';
import { type Credentials, checkUserCalls, logIn, logOut } from './user-calls.ts';

export interface CheckOptions extends PublicOptions, MoneyOptions {
  api: string;
  live: string;
  credentials: Credentials | undefined;
  /** Also makes calls that change data. */
  write: boolean;
  /** Also makes calls that move money. Only together with `write`. */
  money: boolean;
  /** Origin of a page that must be able to use the backend. */
  origin: string | undefined;
  /** Upper bound of all time limits, in ms. */
  maxMs: number;
}

function maxEffectOf({ credentials, write, money }: CheckOptions): Effect {
  if (!credentials) return 'none';
  if (!write) return 'session';
  return money ? 'money' : 'change';
}

/** Checks a backend, and returns the results of every call. */
export async function runCheck(options: CheckOptions): Promise<SubjectResult[]> {
  const report = createReport();
  const { api, maxMs, origin, credentials } = options;
  const maxEffect = maxEffectOf(options);
  const check = createInspector(report, { api, maxEffect, maxMs });
  const live = { url: options.live, origin, maxMs };

  const found = await checkPublicCalls(check, options);
  await checkUnknownPath(check);
  await checkWithoutSession(check);
  await checkUnknownToken(report, live);
  if (origin === undefined) report.skipped('cors', 'needs the origin of a page (--origin)');
  else await checkCors(check, origin);

  const token = credentials && (await logIn(check, credentials));
  if (credentials && token !== undefined) {
    const stream = await openStream(report, live, token);
    await stream?.sendHeartbeat();
    const account = await checkUserCalls(check, credentials, found.sites);
    if (account && options.write) {
      await checkChanges(check, account, found.appId);
      if (options.money) await checkMoneyCalls(check, account, options);
    }
    stream?.close();
    await logOut(check);
  }
  const reason = credentials ? 'the login failed' : REASONS.session;
  for (const { subject, progress } of report.results())
    if (progress !== 'checked') report.skipped(subject, token === undefined ? reason : REASONS.none);
  return report.results();
}

/** Checks that an unknown path returns 404 or 405, like an optional call that the backend lacks. */
async function checkUnknownPath(check: Inspector): Promise<void> {
  const received = await check.exchange('unknownPaths', 'GET', '/ContractCheck/unknown', {
    timeoutMs: 30_000,
  });
  if (!received) return;
  check.report.checked('unknownPaths');
  if (!NOT_PROVIDED.includes(received.status))
    check.report.differs('unknownPaths', {
      place: 'status',
      expected: NOT_PROVIDED.join(' or '),
      received: String(received.status),
    });
}

/** Checks that each call is refused without a token, and with an unknown one. */
async function checkWithoutSession(check: Inspector): Promise<void> {
  for (const name of Object.keys(allCalls).filter(isCall).filter(needsSession)) {
    const { path, body } = allCalls[name];
    const input = {
      path: Object.fromEntries(namesIn(path).map((parameter) => [parameter, UNKNOWN_ID])),
      ...(isDeclared(body) && { body: exampleOf(jsonSchemaOf(body)) }),
      ...('idempotencyKey' in allCalls[name] && { key: UNKNOWN }),
    };
    for (const [token, when] of [
      [null, 'without a session'],
      [UNKNOWN, 'with an unknown token'],
    ] as const)
      await check.refusal(name, when, { ...input, token } as CallInput<CallName>, [401]);
  }
}

/** Returns a value that the schema of a request accepts. */
export function exampleOf(schema: JsonSchema): unknown {
  const { anyOf, oneOf = anyOf, const: constant, type, enum: values, ...rest } = resolved(schema);
  const { properties = {}, required = [] } = rest;
  if (oneOf?.[0]) return exampleOf(oneOf[0]);
  if (constant !== undefined) return constant;
  if (values) return values[0];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) =>
        required.includes(name) && typeof property === 'object' ? [[name, exampleOf(property)]] : [],
      ),
    );
  if (type === 'array') return [];
  if (type === 'string') return UNKNOWN;
  return type === 'boolean' ? false : 0;
}
