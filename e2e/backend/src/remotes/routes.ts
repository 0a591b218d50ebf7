/** Browsers' reports about versions of remotes. */
import { calls, parseJson } from '@shared/contract';
import type { RegistryEntry } from '@shared/registry';
import type { Outcome } from '@shared/registry/counted';
import { RemoteReport } from '@shared/registry/remote-report';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allowsSocketFrom } from '../platform/api/origins.ts';
import { validated } from '../platform/api/route.ts';
import { Failure } from '../platform/failure.ts';
import { addressBlocksOf, wideAddressBlockOf } from '../platform/limits/client-address.ts';
import { createRateLimit } from '../platform/limits/rate-limit.ts';
import type { RemotesContext, RemotesOptions } from './context.ts';
import { addCounts, addFailedLoad, COUNTS_KEPT_MS } from './counts.ts';
import { createRegistryReader } from './registry-file.ts';

/** In bytes: more than twice the largest report of a browser. */
const BODY_LIMIT = 16 * 1024;
/** Screens counted per address block and version, for each failure that may be counted. */
const SCREENS_PER_FAILURE = 25;
/** Failed loads that are logged and counted per address block, for each failure that may be counted. */
const LOADS_PER_FAILURE = 20;

/** Registers the call only with a build: a backend without a registry has nothing to compare. */
export function registerRemoteReports(app: FastifyInstance, context: RemotesContext): void {
  const { webAppDir, failuresPerAddressBlock } = context.options;
  if (!webAppDir) return;
  const readRegistry = createRegistryReader(webAppDir);
  // An address block counts once while its counts are kept, and blocks are wide
  // (`wideAddressBlockOf`), so withdrawing a version takes `MIN_FAILED` address blocks of different
  // owners.
  const perAddressBlock = (name: string, limit: number) =>
    createRateLimit(context, { name, limit, windowMs: COUNTS_KEPT_MS });
  const openings = perAddressBlock('remote-screens', failuresPerAddressBlock * SCREENS_PER_FAILURE);
  const failures = perAddressBlock('remote-failures', failuresPerAddressBlock);
  const failedLoads = perAddressBlock('remote-loads', failuresPerAddressBlock * LOADS_PER_FAILURE);

  app.post(calls.reportRemotes.path, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    await app.limits.take('remoteReports', ...addressBlocksOf(request.ip));
    const { versions, loads = [] } = validated(RemoteReport, reportOf(request, context.options));
    const known = await readRegistry();
    const block = wideAddressBlockOf(request.ip);
    const accepted: typeof versions = [];
    for (const { remote, version, counts } of versions) {
      if (!isInRegistry(known, remote, version)) continue;
      const key = `${block} ${remote} ${version}`;
      const { opened = 0, loadFailed = 0, renderFailed = 0, ...vitals } = counts;
      const failed = await failures.takeSome(key, loadFailed + renderFailed);
      const load = Math.min(failed, loadFailed);
      const accepts = {
        opened: await openings.takeSome(key, opened),
        loadFailed: load,
        renderFailed: failed - load,
      };
      const aimed = (outcome: Outcome) => Math.min(counts[`aimed ${outcome}`] ?? 0, accepts[outcome]);
      accepted.push({
        remote,
        version,
        counts: {
          ...vitals,
          ...accepts,
          'aimed opened': aimed('opened'),
          'aimed loadFailed': aimed('loadFailed'),
          'aimed renderFailed': aimed('renderFailed'),
        },
      });
    }
    await addCounts(context, accepted);
    const named = loads.filter(
      ({ remote, version = '' }) => remote === undefined || isInRegistry(known, remote, version),
    );
    for (const { at, ...load } of named.slice(0, await failedLoads.takeSome(block, named.length))) {
      context.log.warn({ ...load, failedAt: at }, 'a remote failed to load in a browser');
      context.metrics.countFailedLoad(load.phase, load.recovered);
      await addFailedLoad(context, load);
    }
    return reply.status(204).send();
  });
}

const isInRegistry = (known: readonly RegistryEntry[], remote: string, version: string) =>
  known.some(
    ({ name, live, previous, candidate }) =>
      name === remote && [live, previous, candidate?.release].some((one) => one?.version === version),
  );

/**
 * Returns the body of a report. Browsers send it as text, without a CORS preflight, so the origin
 * is checked here.
 * @throws Failure 403 for another origin's page: each visitor would count as an address block
 */
function reportOf({ body, headers, host }: FastifyRequest, options: RemotesOptions): unknown {
  if (typeof body !== 'string') return body;
  if (!allowsSocketFrom(options, headers.origin, host)) throw new Failure(403, 'ORIGIN_REFUSED');
  return parseJson(body);
}
