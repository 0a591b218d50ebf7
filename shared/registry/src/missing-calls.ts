import type { VersionCall } from './version-manifest.ts';

const UNAUTHORIZED = 401;
/** Statuses of a call that a backend doesn't have. */
const MISSING: ReadonlySet<number | undefined> = new Set([404, 405]);

/**
 * Returns those of the calls that the backend at a URL doesn't have; undefined if no call is refused
 * with 401, as by a file server or a server that is down. Tries them without a session, so that nothing changes.
 */
export async function missingCalls(
  calls: readonly VersionCall[],
  api: string,
  signal?: AbortSignal,
): Promise<VersionCall[] | undefined> {
  const statuses = await Promise.all(
    calls.map(({ method, path }) =>
      fetch(api + path.replaceAll(/\{\w+\}/g, '0'), { method, credentials: 'omit', signal }).then(
        async ({ status, body }) => {
          await body?.cancel();
          return status;
        },
        () => undefined,
      ),
    ),
  );
  return statuses.includes(UNAUTHORIZED) ? calls.filter((_, at) => MISSING.has(statuses[at])) : undefined;
}
