/** Browsers' reports about versions of remotes. */
import { calls, type RegistryEntry } from '@shared/contract';
import { RemoteReport } from '@shared/contract/remote-report';
import type { FastifyInstance } from 'fastify';
import { validated } from '../platform/api/route.ts';
import { networksOf, wideNetworkOf } from '../platform/limits/client-network.ts';
import { createRateLimit } from '../platform/limits/rate-limit.ts';
import type { RemotesContext } from './context.ts';
import { addCounts, COUNTS_KEPT_MS } from './counts.ts';
import { createRegistryReader } from './read-registry.ts';
import { reportOf } from './report-of.ts';

/** In bytes: more than twice the largest report of a browser. */
const BODY_LIMIT = 8 * 1024;
/** Screens counted per network and version, for each failure that may be counted. */
const SCREENS_PER_FAILURE = 25;

/** Registers the call only with a build: a backend without a registry has nothing to compare. */
export function registerRemoteReports(app: FastifyInstance, context: RemotesContext): void {
  const { siteDir, failuresPerNetwork } = context.options;
  if (!siteDir) return;
  const readRegistry = createRegistryReader(siteDir);
  // A network counts once while its counts are kept, and networks are wide (`wideNetworkOf`), so
  // withdrawing a version takes `MIN_FAILED` networks of different owners.
  const perNetwork = (name: string, limit: number) =>
    createRateLimit(context, { name, limit, windowMs: COUNTS_KEPT_MS });
  const screens = perNetwork('remote-screens', failuresPerNetwork * SCREENS_PER_FAILURE);
  const failures = perNetwork('remote-failures', failuresPerNetwork);

  app.post(calls.reportRemotes.path, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    await app.limits.take('remoteReports', ...networksOf(request.ip));
    const { versions } = validated(RemoteReport, reportOf(request, context.options));
    const known = await readRegistry();
    const network = wideNetworkOf(request.ip);
    const accepted: typeof versions = [];
    for (const { remote, version, counts } of versions) {
      if (!isInRegistry(known, remote, version)) continue;
      const key = `${network} ${remote} ${version}`;
      const { opened = 0, loadFailed = 0, renderFailed = 0, ...vitals } = counts;
      const failed = await failures.takeSome(key, loadFailed + renderFailed);
      const load = Math.min(failed, loadFailed);
      accepted.push({
        remote,
        version,
        counts: {
          ...vitals,
          opened: await screens.takeSome(key, opened),
          loadFailed: load,
          renderFailed: failed - load,
        },
      });
    }
    await addCounts(context, accepted);
    return reply.status(204).send();
  });
}

const isInRegistry = (known: readonly RegistryEntry[], remote: string, version: string) =>
  known.some(
    ({ name, live, previous, candidate }) =>
      name === remote && [live, previous, candidate?.release].some((one) => one?.version === version),
  );
