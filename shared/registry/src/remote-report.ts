/**
 * What browsers report about versions of remotes, and the sums of these reports. Not part of the
 * package's index: the first screen needs none of it.
 */
import * as z from 'zod/mini';
import {
  COUNTED,
  COUNTED_NAME,
  COUNTED_VERSION,
  LOAD_PHASES,
  MAX_COUNT,
  MAX_LOADS,
  MAX_VERSIONS,
  RECOVERIES,
} from './counted.ts';

const name = z.string().check(z.regex(COUNTED_NAME));
const version = z.string().check(z.regex(COUNTED_VERSION));
const counts = z.partialRecord(z.enum(COUNTED), z.int().check(z.minimum(1), z.maximum(MAX_COUNT)));

/** A load that failed in a browser. Strict, so that it can contain no path, address or token. */
export const LoadReport = z.strictObject({
  /** Random: the same in the browser's developer panel and in the server's log. */
  trace: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  /** Absent for the registry. */
  remote: z.optional(name),
  version: z.optional(version),
  phase: z.enum(LOAD_PHASES),
  /** By the browser's clock. */
  at: z.iso.datetime(),
  /** Absent if no version could be shown. */
  recovered: z.optional(z.enum(RECOVERIES)),
});
export type LoadReport = z.output<typeof LoadReport>;

/** Body of `calls.reportRemotes`. */
export const RemoteReport = z
  .strictObject({
    versions: z
      .array(z.strictObject({ remote: name, version, counts }))
      .check(z.maxLength(MAX_VERSIONS), z.refine(isWithoutDuplicates)),
    loads: z.optional(z.array(LoadReport).check(z.maxLength(MAX_LOADS))),
  })
  .check(z.refine(({ versions, loads = [] }) => versions.length + loads.length > 0));
/** A version may be listed only once, because each one costs the server several queries. */
function isWithoutDuplicates(versions: { remote: string; version: string }[]): boolean {
  return new Set(versions.map(({ remote, version }) => `${remote} ${version}`)).size === versions.length;
}
export type RemoteReport = z.output<typeof RemoteReport>;

/** What `pnpm remote watch` reads: the sums per version and hour. */
export const RemoteCounts = z.object({
  counts: z.array(
    z.object({
      remote: name,
      version,
      /** Start of the hour: ISO 8601, in UTC. */
      hour: z.iso.datetime(),
      opened: z.int().check(z.minimum(0)),
      /** Screens that didn't load or threw while rendering. */
      failed: z.int().check(z.minimum(0)),
      /** Of both, those in visits that fit the target of the remote's candidate. */
      aimedOpened: z.optional(z.int().check(z.minimum(0))),
      aimedFailed: z.optional(z.int().check(z.minimum(0))),
    }),
  ),
});
export type RemoteCounts = z.output<typeof RemoteCounts>;
