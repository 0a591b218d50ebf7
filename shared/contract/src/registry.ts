/** `remotes.json`: which version of each remote is live, its files and their hashes. */
import * as z from 'zod/mini';
import { optional } from './fields.ts';
import { readLeniently } from './lenient.ts';
import { REMOTE_SEGMENTS } from './segments.ts';

/**
 * One hash in the form of Subresource Integrity, in canonical base64 and without options. Browsers
 * skip a value that they can't parse and then run the file unchecked (W3C SRI §3.3.4), so any other
 * form is rejected.
 */
const INTEGRITY =
  /^(?:sha256-[A-Za-z\d+/]{42}[AEIMQUYcgkosw048]=|sha384-[A-Za-z\d+/]{64}|sha512-[A-Za-z\d+/]{85}[AQgw]==)$/;

/**
 * A path below `/remotes/`, or an `http(s)` address. No segment starts with a dot and nothing is
 * escaped, so that browser and server can't resolve the address differently.
 */
const FILE_ADDRESS = /^(?:\/remotes|(https?:\/\/[a-z0-9.:[\]-]+))(?:\/[\w@~-][\w@~.-]*)+$/;

/** A file of a remote's version, with its hash. */
export const RegistryFile = z.object({
  url: z.string().check(z.regex(FILE_ADDRESS)),
  integrity: z.string().check(z.regex(INTEGRITY)),
});
export type RegistryFile = z.output<typeof RegistryFile>;

/** One built version of a remote. */
export const RemoteVersion = z.object({
  version: z.string(),
  /** The federation container, a classic script. */
  entry: RegistryFile,
  /** Range of `CONTRACT_VERSION` that it was built for, such as `^1.0.0`. */
  contract: z.string(),
  segments: z.array(z.enum(REMOTE_SEGMENTS)),
  slots: z.array(z.string()),
  /** Files to preload once the remote is needed, by the start of the path; `*` for all paths. */
  preload: z.record(z.string(), z.array(RegistryFile)),
});
export type RemoteVersion = z.output<typeof RemoteVersion>;

export const RegistryEntry = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  live: RemoteVersion,
  previous: optional(RemoteVersion),
});
export type RegistryEntry = z.output<typeof RegistryEntry>;

/** Publishing or rolling back a remote changes this file alone. */
export const Registry = z.object({ remotes: z.array(RegistryEntry) });
export type Registry = z.output<typeof Registry>;

/** Returns the entry of the remote that renders a first path segment below the brand. */
export function ownerOf({ remotes }: Registry, segment: string): RegistryEntry | undefined {
  return remotes.find(({ live }) => live.segments.some((owned) => owned === segment));
}

/** The registry before its entries are validated: see `readEntries`. */
export const RegistryList = z.object({ remotes: z.array(z.unknown()) });
export type RegistryList = z.output<typeof RegistryList>;

/** The parts of a registry that may run, and those that are left out. */
export interface ReadEntries extends Registry {
  /** Invalid entries, with the path segments that their remotes would have rendered. */
  refused: { name: string; segments: readonly string[]; reason: string }[];
  /** Invalid optional parts, which count as absent. A place: `previous.entry.integrity`. */
  ignored: { name: string; places: string[] }[];
}

/**
 * Validates each entry on its own, so that an invalid one disables that remote alone, and an
 * invalid `previous` only the fallback.
 * @param origins other origins than the site's own that may serve files
 */
export function readEntries({ remotes }: RegistryList, origins: readonly string[]): ReadEntries {
  const read: ReadEntries = { remotes: [], refused: [], ignored: [] };
  for (const entry of remotes) {
    const { data, error, unreadable } = readLeniently(RegistryEntry, entry);
    const name = data?.name ?? nameOf(entry);
    const reason = data ? foreignFile(data.live, origins) : describe(error);
    if (!data || reason) {
      read.refused.push({ name, segments: segmentsOf(entry), reason: String(reason) });
      continue;
    }
    const { previous } = data;
    const isForeign = previous && foreignFile(previous, origins) !== undefined;
    read.remotes.push(isForeign ? { ...data, previous: undefined } : data);
    const places = isForeign ? [...unreadable, 'previous'] : unreadable;
    if (places.length > 0) read.ignored.push({ name, places });
  }
  return read;
}

const Named = z.object({ name: z.string() });
const nameOf = (entry: unknown) => Named.safeParse(entry).data?.name ?? 'without a name';

const WithSegments = z.object({ live: z.object({ segments: z.array(z.string()) }) });
const segmentsOf = (entry: unknown) => WithSegments.safeParse(entry).data?.live.segments ?? [];

const describe = ({ issues }: z.core.$ZodError) =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', ');

function foreignFile(version: RemoteVersion, origins: readonly string[]): string | undefined {
  const foreign = [version.entry, ...Object.values(version.preload).flat()].find(({ url }) => {
    const origin = FILE_ADDRESS.exec(url)?.[1];
    return origin !== undefined && !origins.includes(origin);
  });
  return foreign && `${foreign.url} is on an origin that config.json does not list`;
}
