/** Makes the calls of a check, and records how their responses differ from the contract. */
import { type PathParams, parseJson, readLeniently } from '@shared/contract';
import { ErrorBody } from '@shared/contract/errors';
import type * as z from 'zod/mini';
import {
  allCalls,
  CALL_DETAILS,
  type CallName,
  type Calls,
  EFFECTS,
  type Effect,
  effectOf,
} from '../call-details.ts';
import { isDeclared } from '../json-schema.ts';
import { compare, describeValue } from './compare.ts';
import type { Report, Subject } from './report.ts';

type Params<N extends CallName> = PathParams<Calls[N]['path']>;
type ResponseTo<N extends CallName> = z.output<Calls[N]['response']>;

export type CallInput<N extends CallName> = ([Params<N>] extends [never]
  ? { path?: undefined }
  : { path: Record<Params<N>, string> }) & {
  query?: Record<string, string | number | boolean>;
  body?: z.input<Calls[N]['body']> | undefined;
  key?: string;
  /** Token to send instead of the session's; null for none. */
  token?: string | null;
};

export interface Received {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON; undefined if it is empty. */
  body: unknown;
}

export interface InspectorOptions {
  /** URL of the API, without a trailing slash. */
  api: string;
  /** The check makes no call with a greater effect. */
  maxEffect: Effect;
  /** Upper bound of the calls' time limits, in ms. */
  maxMs: number;
}

/** A text that no backend issued as an id or a token. */
export const UNKNOWN = 'contract-check';
/** An id that a backend with numeric ids can look up. */
export const UNKNOWN_ID = '999999999';

const TOO_MANY = 429;
/** Statuses of a path that a backend doesn't have. */
export const NOT_PROVIDED: readonly number[] = [404, 405];
const isSuccess = (status: number) => status >= 200 && status < 300;
const SUCCESS = 'a status from 200 to 299';

export type Inspector = ReturnType<typeof createInspector>;

export function createInspector(report: Report, { api, maxEffect, maxMs }: InspectorOptions) {
  let session: string | undefined;
  let brandId: string | undefined;
  /** Subjects without a response, which aren't retried: each try may take 30 s. */
  const silent = new Set<Subject>();

  /** Sends a request. Records a difference and returns undefined if no response arrives. */
  async function exchange(
    subject: Subject,
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string; timeoutMs: number },
  ): Promise<Received | undefined> {
    if (silent.has(subject)) return undefined;
    const ms = Math.min(init.timeoutMs, maxMs);
    try {
      const response = await fetch(`${api}${path}`, {
        method,
        headers: { ...(brandId !== undefined && { 'X-Brand-ID': brandId }), ...init.headers },
        ...(init.body !== undefined && { body: init.body }),
        // A token must not leave the given origin.
        redirect: 'manual',
        signal: AbortSignal.timeout(ms),
      });
      const text = await response.text();
      const json = parseJson(text);
      const body = text === '' ? undefined : json === undefined ? text : json;
      return { status: response.status, headers: response.headers, body };
    } catch (error) {
      const received = isTimeout(error) ? `none within ${ms / 1000} s` : `none: ${codeOf(error)}`;
      silent.add(subject);
      report.differs(subject, { place: 'response', expected: 'a response', received });
      return undefined;
    }
  }

  /** Sends a call, unless its effect is greater than `maxEffect`. */
  async function send<N extends CallName>(name: N, input: CallInput<N>): Promise<Received | undefined> {
    const effect = effectOf(name);
    if (EFFECTS.indexOf(effect) > EFFECTS.indexOf(maxEffect)) {
      report.skipped(name, REASONS[effect]);
      return undefined;
    }
    const call = allCalls[name];
    const token = input.token === undefined && !('public' in call) ? session : input.token;
    const received = await exchange(name, call.method, fillPath(call.path, input), {
      headers: {
        ...(typeof token === 'string' && { Authorization: `Bearer ${token}` }),
        ...(input.key !== undefined && { 'Idempotency-Key': input.key }),
        ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      timeoutMs: call.timeout,
    });
    if (received?.status !== TOO_MANY) return received;
    report.skipped(name, 'the backend limits requests (429)');
    return undefined;
  }

  return {
    report,
    exchange,
    setBrand: (id: string) => {
      brandId = id;
    },
    setSession: (token: string | undefined) => {
      session = token;
    },

    /**
     * Makes a call that must succeed, and compares its response. Returns the readable parts of it.
     * @param tolerated error statuses that aren't a difference
     */
    async call<N extends CallName>(
      name: N,
      input: CallInput<N>,
      tolerated: readonly number[] = [],
    ): Promise<ResponseTo<N> | undefined> {
      const received = await send(name, input);
      if (!received) return undefined;
      const { status, body } = received;
      if (!isSuccess(status)) {
        if (tolerated.includes(status)) return undefined;
        if (CALL_DETAILS[name].optional && NOT_PROVIDED.includes(status))
          report.skipped(name, `the backend lacks this optional call (${status})`);
        else report.differs(name, { place: 'status', expected: SUCCESS, received: String(status) });
        return undefined;
      }
      report.checked(name);
      const { response: schema } = allCalls[name];
      if (isDeclared(schema)) report.differs(name, ...compare(schema, body, 'body'));
      // TypeScript can't relate `allCalls[name]` to the type of its response.
      return readLeniently<z.ZodMiniType>(schema, body).data as ResponseTo<N> | undefined;
    },

    /** Makes a call that must fail with one of `statuses`. Returns the response if it does. */
    async refusal<N extends CallName>(
      name: N,
      when: string,
      input: CallInput<N>,
      statuses: readonly number[],
    ): Promise<Received | undefined> {
      const received = await send(name, input);
      if (!received) return undefined;
      const { status, body } = received;
      if (CALL_DETAILS[name].optional && NOT_PROVIDED.includes(status)) return undefined;
      report.refused(name);
      if (statuses.includes(status)) {
        if (typeof body === 'object') report.differs(name, ...compare(ErrorBody, body, `body ${when}`));
        return received;
      }
      const expected = statuses === CLIENT_ERRORS ? 'a status from 400 to 499' : statuses.join(' or ');
      report.differs(name, { place: `status ${when}`, expected, received: String(status) });
      return undefined;
    },

    expect(subject: Subject, isRight: boolean, place: string, expected: string, value: unknown): void {
      if (!isRight) report.differs(subject, { place, expected, received: describeValue(value) });
    },

    /**
     * Records a difference unless `value` is `wanted`.
     * @param expected describes `wanted`, if that is data of a user or of the backend
     */
    expectValue(
      subject: Subject,
      place: string,
      value: unknown,
      wanted: string | boolean,
      expected = typeof wanted === 'string' ? `'${wanted}'` : String(wanted),
    ): void {
      if (value !== wanted) report.differs(subject, { place, expected, received: describeValue(value) });
    },
  };
}

/** Statuses of a refusal that the contract doesn't define further. */
export const CLIENT_ERRORS = Array.from({ length: 100 }, (_, index) => 400 + index);

export const REASONS: Readonly<Record<Effect, string>> = {
  none: 'no data to check it with',
  session: 'needs a session (--user)',
  change: 'changes data (--write)',
  money: 'moves money (--write --money)',
};

function fillPath<N extends CallName>(path: string, { path: params, query = {} }: CallInput<N>): string {
  const values: Readonly<Record<string, string>> = params ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** Returns the code of a failed request. The message may contain a URL with a token. */
export function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : undefined;
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
    return cause.code;
  return cause instanceof Error ? cause.name : 'failed';
}
