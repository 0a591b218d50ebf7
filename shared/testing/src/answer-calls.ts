import { configureApi } from '@shared/client';

type Answer = unknown | Response | ((asked: URL, times: number) => unknown);
/** What the server answers, by `GET /path` below the API's base. A function is told how often it was asked before. */
export type Answers = Record<string, Answer>;

/** An answer that fails, with the server's own words. */
export const failure =
  (status: number, body: unknown = {}) =>
  () =>
    Response.json(body, { status });

/**
 * Answers the real client's calls from a table, until another is given; whatever isn't in it is answered 404. Every
 * body goes through JSON, as over the network.
 * @returns what was asked, and the bodies that were sent with it, oldest first
 */
export function answerCalls(answers: Answers): { asked: string[]; sent: unknown[] } {
  const asked: string[] = [];
  const sent: unknown[] = [];
  const times = new Map<string, number>();
  configureApi({
    baseUrl: () => 'http://localhost/v1/api',
    headers: () => ({}),
    onUnauthorized: () => {},
    onUnreadable: () => {},
  });
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const call = `${request.method} ${decodeURIComponent(url.pathname.replace('/v1/api', ''))}`;
    asked.push(`${call}${url.search}`);
    if (request.body) sent.push(await request.clone().json());
    const count = times.get(call) ?? 0;
    times.set(call, count + 1);
    const answer = answers[call];
    const body = typeof answer === 'function' ? await answer(url, count) : answer;
    if (body instanceof Response) return body;
    return body === undefined ? new Response('', { status: 404 }) : Response.json(body);
  };
  return { asked, sent };
}
