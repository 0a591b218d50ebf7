/**
 * Releases of the web app's remotes, for operators who may change them. Optional: a backend without these calls,
 * or without a web app, returns 404 or 405, and the screen says so. Apart from `calls.ts`, which every page
 * loads.
 */
// By package name: remotes bundle this file, but not the ones that it uses.
import { type Call, calls, instant, optional, text } from '@shared/contract';
import * as z from 'zod/mini';

/** Screens that browsers opened, and of these the ones that failed, in the last 7 days. */
const counts = { opened: z.number(), failed: z.number() };

/** Figures with which a version was withdrawn. */
const WithdrawalFigures = z.looseObject({
  ...counts,
  /** The version that it was compared with. */
  predecessor: optional(z.looseObject({ version: text, ...counts })),
});

const names = optional(z.array(text));
/** Where an aimed candidate runs: each given rule holds, and of a list, one value. */
const Target = z.looseObject({
  /** Slugs. */
  brands: names,
  /** Ids of charging sites. */
  sites: names,
  /** Groups of accounts. */
  accounts: names,
  /** Percentage of page loads. */
  screens: optional(z.number()),
});
export type ReleaseTarget = z.output<typeof Target>;

const Withdrawal = z.looseObject({
  reason: text,
  at: instant,
  /** Absent if it was withdrawn because of its figures. */
  by: optional(text),
  figures: optional(WithdrawalFigures),
  /** Whether this server can reinstate it. */
  canReinstate: z.boolean(),
});

const ReleaseVersion = z.looseObject({
  version: text,
  /** `candidate`, `live` or `previous`. */
  role: text,
  /** Percentage of the browsers that run it, of those in its target if it has one. */
  share: z.number(),
  target: optional(Target),
  ...counts,
  /** Pages by rating: https://web.dev/articles/vitals */
  vitals: z.array(
    z.looseObject({
      name: text,
      good: z.number(),
      needsImprovement: z.number(),
      poor: z.number(),
    }),
  ),
  /** Failed loads of the last 7 days by phase, and by what showed the screen after all: another try or version. */
  failedLoads: optional(
    z.array(
      z.looseObject({
        /** `script`, `integrity`, `init`, `factory` or `render`. */
        phase: text,
        retry: z.number(),
        fallback: z.number(),
        unrecovered: z.number(),
      }),
    ),
  ),
  /** Gzip size of what its heaviest screen loads. Absent for files of another origin. */
  sizeBytes: optional(z.number()),
  /** When it got its role, and who gave it. */
  since: optional(instant),
  by: optional(text),
  withdrawn: optional(Withdrawal),
  /** Calls that it makes and this server doesn't have; its screens do without the optional ones. */
  missingCalls: optional(z.array(z.looseObject({ name: text, optional: z.boolean() }))),
});
export type ReleaseVersion = z.output<typeof ReleaseVersion>;

/** The versions of a remote after a change. */
const Named = z.looseObject({
  live: text,
  previous: optional(text),
  candidate: optional(text),
  traffic: optional(z.number()),
  target: optional(Target),
});

const ReleaseEvent = z.looseObject({
  at: instant,
  who: optional(text),
  /** First word of the command, such as `publish`; `withdraw` without `who` is the server's own decision. */
  action: text,
  /** Absent if the change concerns all remotes. */
  remote: optional(text),
  /** Serial of the registry after the change; absent if the change isn't in the registry. */
  serial: optional(z.number()),
  /** The remote's versions before and after the change. */
  before: optional(Named),
  after: optional(Named),
  /** Of a withdrawal. */
  version: optional(text),
  reason: optional(text),
});
export type ReleaseEvent = z.output<typeof ReleaseEvent>;

const ReleasedRemote = z.looseObject({
  name: text,
  title: optional(text),
  team: optional(text),
  contact: optional(text),
  /** The candidate first, then the live and the previous version. */
  versions: z.array(ReleaseVersion),
});
export type ReleasedRemote = z.output<typeof ReleasedRemote>;

/** `GET /RemoteReleases` */
export const Releases = z.looseObject({
  /** Incremented by each change of the registry; a change names the one that it is based on. */
  serial: z.number(),
  /**
   * Why this server can only withdraw versions and reinstate those: `signed` if it lacks the key of the
   * registry, `readOnly` if it can't write the web app's folder. Absent if it can do everything.
   */
  locked: optional(text),
  remotes: z.array(ReleasedRemote),
  /** Newest first. */
  history: z.array(ReleaseEvent),
  /** Whether the newest change of the registry can be undone. */
  canUndo: z.boolean(),
});
export type Releases = z.output<typeof Releases>;

const name = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));
const version = z.string().check(z.regex(/^[\w.+-]{1,64}$/));
const serial = z.int().check(z.minimum(0));
const base = { remote: name, version, serial };

/** `POST /RemoteReleases`. `serial` is that of the registry which the operator has seen. */
export const ReleaseChange = z.discriminatedUnion('action', [
  /** Restores the versions before the newest change, which has this serial. */
  z.strictObject({ action: z.literal('undo'), serial }),
  /** Makes the candidate live. */
  z.strictObject({ ...base, action: z.literal('promote') }),
  /** Changes the candidate's share of the browsers, in percent. */
  z.strictObject({
    ...base,
    action: z.literal('share'),
    traffic: z.int().check(z.minimum(1), z.maximum(99)),
  }),
  /** Ends the candidate `version`; makes the previous version live if `version` is the live one. */
  z.strictObject({ ...base, action: z.literal('rollback') }),
  /** Lets no browser run the version. The reason is published with the registry. */
  z.strictObject({
    ...base,
    action: z.literal('withdraw'),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  }),
  z.strictObject({ ...base, action: z.literal('reinstate') }),
]);
export type ReleaseChange = z.output<typeof ReleaseChange>;

const PATH = '/RemoteReleases';
const TIMEOUT = 30_000;

export const releaseCalls = {
  /** 403 without the permission, 404 without a web app. */
  releases: {
    method: 'GET',
    path: PATH,
    body: calls.balance.body,
    response: Releases,
    timeout: TIMEOUT,
  },
  /**
   * Returns the releases after the change. 409 `STALE` if the registry has another serial by now, `LOCKED` if
   * this server can't make the change, or `REFUSED` if the change isn't possible.
   */
  changeRelease: {
    method: 'POST',
    path: PATH,
    body: ReleaseChange,
    response: Releases,
    timeout: TIMEOUT,
  },
} as const satisfies Record<string, Call<string, z.ZodMiniType, z.ZodMiniType>>;
