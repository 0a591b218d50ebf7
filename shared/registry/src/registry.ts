/** `remotes.json`: which version of each remote is live, its files and their hashes. */

import { PRODUCT } from '@shared/contract';
import { optional, recordOf, wholeNumber } from '@shared/contract/fields';
import { parseJson, readLeniently, withDefault } from '@shared/contract/lenient';
import type { Screen, ScreenTable } from '@shared/contract/segments';
import * as z from 'zod/mini';

/**
 * One hash in the form of Subresource Integrity, in canonical base64 and without options. Browsers
 * skip a value that they can't parse and then run the file unverified (W3C SRI §3.3.4), so any
 * other form is rejected.
 */
const INTEGRITY =
  /^(?:sha256-[A-Za-z\d+/]{42}[AEIMQUYcgkosw048]=|sha384-[A-Za-z\d+/]{64}|sha512-[A-Za-z\d+/]{85}[AQgw]==)$/;

/**
 * A path below `/remotes/`, or an `http(s)` URL. No segment starts with a dot and nothing is
 * escaped, so that browser and server can't resolve it differently.
 */
const FILE_URL = /^(?:\/remotes|(https?:\/\/[a-z0-9.:[\]-]+))(?:\/[\w@~-][\w@~.-]*)+$/;

/** A file of a remote's version, with its hash. */
export const RegistryFile = z.object({
  url: z.string().check(z.regex(FILE_URL)),
  integrity: z.string().check(z.regex(INTEGRITY)),
});
export type RegistryFile = z.output<typeof RegistryFile>;

/** An unknown rule may be stricter than the known ones, so it requires a login. */
const access = z.transform((value: unknown): 'login' | 'home' | undefined =>
  value === null || value === undefined ? undefined : value === 'home' ? 'home' : 'login',
);

/** A screen of a remote; see `Screen`. The build derives it from the routes of `remote.ts`. */
export const RemoteScreen = z.object({
  segment: z.string().check(z.regex(/^[\w-]*$/)),
  title: optional(z.string()),
  access,
  unattended: optional(z.literal(true)),
  parts: optional(z.array(z.string())),
  /**
   * Its routes in React Router's syntax, such as `extract/recharge/:id`. Earlier builds name none.
   */
  routes: z.optional(optional(z.array(z.string()))),
});
export type RemoteScreen = z.output<typeof RemoteScreen>;

const Owner = z.object({ team: z.string(), contact: z.string() });
const NONE: string[] = [];
const names = withDefault(z.array(z.string()), NONE);

/** One built version of a remote. */
export const RemoteVersion = z.object({
  version: z.string(),
  /** The federation container, a classic script unless `container` is `module`. */
  entry: RegistryFile,
  /**
   * `standard` if it needs only the shared modules, not Module Federation's runtime. `script` and
   * `module` are containers of other tools, with that runtime. Earlier builds name none.
   */
  container: z.optional(optional(z.enum(['standard', 'script', 'module']))),
  /** The global variable of a `script` container. */
  global: z.optional(optional(z.string())),
  /**
   * Modules that the container exposes, by the route or slot that they render. Without them it
   * exposes its routes and slots as `./remote`.
   */
  modules: z.optional(optional(recordOf(z.string()))),
  /** Range of `CONTRACT_VERSION` that it was built for, such as `^1.0.0`. */
  contract: z.string(),
  title: optional(z.string()),
  owner: optional(Owner),
  /** Maximum size of its heaviest screen, in KB (gzip). */
  budgetKb: optional(z.number()),
  screens: z.array(RemoteScreen),
  /** Names of other remotes' slots that it fills. */
  fills: names,
  /** Files to preload once the remote is needed, by the start of the path; `*` for all paths. */
  preload: recordOf(z.array(RegistryFile)),
  /** The server bundle that renders first views; browsers don't load it. */
  prerender: z.optional(optional(RegistryFile)),
});
export type RemoteVersion = z.output<typeof RemoteVersion>;

/** Returns whether a version was built with other tools. Its URLs are its team's. */
export const isForeign = ({ container }: RemoteVersion): boolean =>
  container === 'script' || container === 'module';

const values = z.optional(z.array(z.string()));
const TARGET_RULES = {
  /** Slugs. */
  brands: values,
  /** Ids of charging sites. */
  sites: values,
  /** Groups of the account, from its profile. No addresses: the registry is public. */
  accounts: values,
  /** Percentage of page loads. */
  screens: z.optional(wholeNumber(1, 99)),
};

/**
 * Where an aimed candidate runs: each given rule must hold, and of a list, one value. Without a rule,
 * or with one that this shell doesn't know, it would run the version for more users, so it is refused.
 */
export const Target = z.looseObject(TARGET_RULES).check(
  z.refine((rules) => {
    const given = Object.keys(rules);
    return given.length > 0 && given.every((rule) => Object.hasOwn(TARGET_RULES, rule));
  }),
);
export type Target = z.output<typeof Target>;

/** `traffic` is the percentage of browsers that run it, of those to which `target` applies. */
export const Candidate = z
  .object({
    release: RemoteVersion,
    traffic: wholeNumber(1, 100),
    target: z.optional(Target),
  })
  .check(
    // All browsers only within a target.
    z.refine(({ traffic, target }) => target || traffic < 100, { path: ['traffic'] }),
  );
export type Candidate = z.output<typeof Candidate>;

export const RegistryEntry = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  live: RemoteVersion,
  previous: optional(RemoteVersion),
  /** A version that runs in some browsers only. */
  candidate: z.optional(optional(Candidate)),
});
export type RegistryEntry = z.output<typeof RegistryEntry>;

/**
 * Reads `aimed` as the candidate. In the file, a candidate with a target has a key of its own, so that
 * an earlier shell ignores it: it would run a `candidate` without regard to the target.
 */
const withAimed = z.transform((entry: unknown): unknown => {
  const aimed: unknown = entry && Object(entry).aimed;
  return aimed ? { ...Object(entry), candidate: { target: null, ...Object(aimed) } } : entry;
});

/** Returns an entry as the file has it; see `withAimed`. */
export const entryForFile = ({ candidate, ...entry }: RegistryEntry): object =>
  candidate?.target ? { ...entry, aimed: candidate } : { ...entry, candidate };

/** A version that no browser runs, because its screens failed too often. */
export const Withdrawn = z.object({
  name: z.string(),
  version: z.string(),
  /** For the remote's team. */
  reason: z.string(),
  /** ISO 8601, in UTC. */
  at: z.string(),
});
export type Withdrawn = z.output<typeof Withdrawn>;

/** An unreadable list counts as empty. */
const withdrawn = z.optional(z.transform((value: unknown) => z.array(Withdrawn).safeParse(value).data ?? []));

/** Brands with a first path segment that a screen claims: it stays the brand's. */
const brands = z.optional(z.transform((value: unknown) => z.array(z.string()).safeParse(value).data ?? []));

/**
 * A signed registry: its text, and its Ed25519 signature in base64. `withdrawn` and `brands` aren't
 * signed, because a server adds them without the key: they can only make other named versions run,
 * and a brand open instead of a screen.
 */
export const SignedRegistry = z.object({ signed: z.string(), signature: z.string(), withdrawn, brands });
export type SignedRegistry = z.output<typeof SignedRegistry>;

/**
 * Reads the registry within a signed file, without verifying it; any other value is unchanged. The
 * unsigned list only adds to the signed one, so that it can't restore a version.
 */
const withoutSignature = z.transform((file: unknown): unknown => {
  const { data } = SignedRegistry.safeParse(file);
  if (!data) return file;
  const registry = parseJson(data.signed);
  const { data: inner } = z.object({ withdrawn }).safeParse(registry);
  const merged = [...(inner?.withdrawn ?? []), ...(data.withdrawn ?? [])];
  return Object.assign(
    Object(registry),
    merged.length > 0 && { withdrawn: merged },
    data.brands && { brands: data.brands },
  );
});

/** Incremented by each write. Files of older tools have none. */
const serial = z.optional(wholeNumber(0));

/** Publishing or rolling back a remote changes only this file. Accepts a signed file as well. */
export const Registry = z.pipe(
  withoutSignature,
  z.object({ serial, remotes: z.array(z.pipe(withAimed, RegistryEntry)), withdrawn, brands }),
);
export type Registry = z.output<typeof Registry>;

/** Returns the entry of the remote that renders a first path segment below the brand. */
export function ownerOf<E extends RegistryEntry>(
  { remotes }: { remotes: readonly E[] },
  segment: string,
): E | undefined {
  return remotes.find(({ live }) => live.screens.some((screen) => screen.segment === segment));
}

/**
 * Returns the entry without withdrawn versions. The previous version replaces a withdrawn live one.
 * A withdrawn live version stays if no previous one is left.
 */
export function withoutWithdrawn(entry: RegistryEntry, withdrawn: readonly Withdrawn[]): RegistryEntry {
  const isKept = (release: RemoteVersion | undefined) =>
    release && !withdrawn.some(({ name, version }) => name === entry.name && version === release.version);
  const previous = isKept(entry.previous) ? entry.previous : undefined;
  const candidate = isKept(entry.candidate?.release) ? entry.candidate : undefined;
  if (previous && !isKept(entry.live)) return { ...entry, live: previous, previous: undefined, candidate };
  return { ...entry, previous, candidate };
}

/** From the least to the most strict. */
const RULES: readonly Screen['access'][] = [undefined, 'guest', 'home', 'login'];

/**
 * Returns the table of all remotes' screens, including refused and aimed ones: no brand may have their
 * paths, and whether an aimed version runs is decided when a screen is opened. If several remotes claim
 * a screen, the strictest of their access rules applies. The segments of the default brand and of
 * `brands` are no screen's.
 */
export function screenTableOf({
  remotes,
  refused = [],
  brands = [],
}: Pick<Registry, 'remotes' | 'brands'> & Partial<ReadEntries>): ScreenTable {
  const aimed = remotes.flatMap(({ candidate }) => (candidate?.target ? candidate.release : []));
  const claims = [...refused, ...aimed, ...remotes.map(({ live }) => live).reverse()];
  const table = new Map<string, Screen>();
  for (const screen of claims.flatMap((claim) => claim.screens)) {
    const other = table.get(screen.segment)?.access;
    const access = RULES.indexOf(other) > RULES.indexOf(screen.access) ? other : screen.access;
    if (screen.segment !== PRODUCT.slug && !brands.includes(screen.segment))
      table.set(screen.segment, { ...screen, access });
  }
  return table;
}

/** The registry before its entries are validated: see `readEntries`. */
export const RegistryList = z.pipe(
  withoutSignature,
  z.object({ serial, remotes: z.array(withAimed), withdrawn, brands }),
);
export type RegistryList = z.output<typeof RegistryList>;

/** The parts of a registry that may run, and those that are left out. */
export interface ReadEntries extends Pick<Registry, 'remotes' | 'brands'> {
  /** Invalid entries, with the screens that their remotes would have rendered. */
  refused: { name: string; screens: readonly Screen[]; reason: string }[];
  /** Invalid optional parts, which count as absent. A place: `previous.entry.integrity`. */
  ignored: { name: string; places: string[] }[];
}

/**
 * Validates each entry on its own, so that an invalid one disables only that remote, and an
 * invalid `previous` or `candidate` only that version. Leaves out withdrawn versions.
 * @param origins further origins that may serve files
 */
export function readEntries(
  { remotes, withdrawn = [], brands }: RegistryList,
  origins: readonly string[],
): ReadEntries {
  const read: ReadEntries = { remotes: [], refused: [], ignored: [], brands };
  for (const entry of remotes) {
    const { data, error, unreadable } = readLeniently(RegistryEntry, entry);
    const name = data?.name ?? nameOf(entry);
    const reason = data ? foreignFile(data.live, origins) : describe(error);
    if (!data || reason) {
      read.refused.push({ name, screens: readableScreens(entry), reason: String(reason) });
      continue;
    }
    const { previous, candidate } = data;
    const optionalVersions = { previous, candidate: candidate?.release };
    const foreign = Object.entries(optionalVersions).flatMap(([place, version]) =>
      version && foreignFile(version, origins) ? [place] : [],
    );
    const runnable = { ...data, ...Object.fromEntries(foreign.map((place) => [place, undefined])) };
    read.remotes.push(withoutWithdrawn(runnable, withdrawn));
    const places = [...unreadable, ...foreign];
    if (places.length > 0) read.ignored.push({ name, places });
  }
  return read;
}

const Named = z.object({ name: z.string() });
const nameOf = (entry: unknown) => Named.safeParse(entry).data?.name ?? 'without a name';

const WithScreens = z.object({ live: z.object({ screens: z.array(z.unknown()) }) });
const readableScreens = (entry: unknown) =>
  WithScreens.safeParse(entry).data?.live.screens.flatMap(
    (screen) => RemoteScreen.safeParse(screen).data ?? [],
  ) ?? [];

const describe = ({ issues }: z.core.$ZodError) =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', ');

/** Returns all files of a version, also its server bundle. */
export const filesOf = ({ entry, prerender, preload }: RemoteVersion): RegistryFile[] => [
  entry,
  ...(prerender ? [prerender] : []),
  ...Object.values(preload).flat(),
];

function foreignFile(version: RemoteVersion, origins: readonly string[]): string | undefined {
  const foreign = filesOf(version).find(({ url }) => {
    const origin = FILE_URL.exec(url)?.[1];
    return origin !== undefined && !origins.includes(origin);
  });
  return foreign && `${foreign.url} is on an origin that config.json does not list`;
}
