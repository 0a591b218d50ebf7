import { configureApi } from '@shared/client';

type MockResponse = unknown | Response | ((url: URL, times: number) => unknown);
/**
 * Server responses by method and path below the API's base, such as `GET /vehicles`. A function
 * receives the URL and the number of earlier calls.
 */
export type MockResponses = Record<string, MockResponse>;

/** Returns a function that responds with an error status and an optional body. */
export const failure =
  (status: number, body: unknown = {}) =>
  () =>
    Response.json(body, { status });

/**
 * Stubs `fetch` with a table of responses for the real client; an unknown call gets a 404. Bodies
 * are serialized to JSON as over the network.
 * @returns the calls and the bodies sent with them, oldest first, and `bodiesOf`, which returns one
 * entry for each request of a call
 */
export function mockCalls(responses: MockResponses) {
  const requests: string[] = [];
  const sent: unknown[] = [];
  const received: { call: string; body: unknown }[] = [];
  const bodiesOf = (call: string) => received.filter((one) => one.call === call).map(({ body }) => body);
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
    requests.push(`${call}${url.search}`);
    const content = request.body ? await request.clone().json() : undefined;
    if (content !== undefined) sent.push(content);
    received.push({ call, body: content });
    const count = times.get(call) ?? 0;
    times.set(call, count + 1);
    const response = responses[call];
    const body = typeof response === 'function' ? await response(url, count) : response;
    if (body instanceof Response) return body;
    return body === undefined ? new Response('', { status: 404 }) : Response.json(body);
  };
  return { requests, sent, bodiesOf };
}
