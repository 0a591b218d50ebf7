import { API_PATH, calls, type FirstViewRead } from '@shared/contract';
import type { FirstViewData } from '@shared/registry/first-view';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

/** These send a mail, or ask another server: what a view shows must not cause either. */
const WITH_EFFECT: ReadonlySet<object> = new Set([calls.requestReset, calls.addressSearch]);
/** Calls without a token, with the same response for every user. */
const PUBLIC_CALLS = Object.values(calls).filter(
  (call) => call.method === 'GET' && ('public' in call || 'sameForAll' in call) && !WITH_EFFECT.has(call),
);
const Values = z.catchall(z.object({}), z.union([z.string(), z.number(), z.boolean()]));
const Key = z.tuple([z.string(), Values, Values], z.unknown());

/**
 * Longer lists, in characters of JSON, are inlined in part, and the app fetches the whole list: the
 * first TCP flight has to fit 14.6 KB, and a site takes about 130 bytes of it.
 */
const MAX_LIST_LENGTH = 36_000;

/** Makes public calls of the contract to this server itself, on behalf of a client. */
export function createDataReader(app: FastifyInstance) {
  /** @throws unless the response is a 200 */
  async function call(path: string, client: string | undefined, brandId?: string): Promise<unknown> {
    const response = await app.inject({
      method: 'GET',
      url: `${API_PATH}${path}`,
      ...(client && { remoteAddress: client }),
      headers: brandId === undefined ? {} : { 'x-brand-id': brandId },
    });
    if (response.statusCode !== 200) throw new NoData(`${path.split('/')[1]}: status ${response.statusCode}`);
    return response.json();
  }

  return {
    brand: (slug: string, client?: string) =>
      call(calls.brand.path.replace('{brandName}', encodeURIComponent(slug)), client),
    /** @throws if the call isn't public or its response isn't a 200 */
    async read(
      { queryKey }: FirstViewRead,
      brandId: string | undefined,
      client?: string,
    ): Promise<FirstViewData['reads'][number]> {
      const [path, parameters, query] = Key.parse(queryKey);
      if (!PUBLIC_CALLS.some((one) => one.path === path)) throw new Error('the call is not public');
      const callPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(parameters[name] ?? '')),
      );
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const data = await call(`${callPath}?${search}`, client, brandId);
      const part = Array.isArray(data) ? beginningOf(data) : data;
      return { queryKey: [...queryKey], data: part, ...(part !== data && { isPart: true }) };
    },
  };
}

/** Thrown if a view's data doesn't exist, such as an unknown site's, or isn't available in time. */
export class NoData extends Error {}

/** Returns a list's first items, or the list itself if it isn't long. */
function beginningOf(list: unknown[]): unknown[] {
  let length = 0;
  const end = list.findIndex((item) => {
    length += JSON.stringify(item).length;
    return length > MAX_LIST_LENGTH;
  });
  return end < 0 ? list : list.slice(0, end);
}
