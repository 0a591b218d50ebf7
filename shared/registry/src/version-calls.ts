/**
 * The calls of the API that a version makes, as its build writes them into the version's `manifest.json`. Not
 * in the registry, which every page loads.
 */
import * as z from 'zod/mini';

/** A call that needs a session: without one, trying it changes nothing. */
const VersionCall = z.object({
  name: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Below the API's URL, with parameters such as `{chargerId}`. */
  path: z.string().check(z.regex(/^\/[\w{}/-]+$/)),
  /** Screens do without it. */
  optional: z.boolean(),
});
export type VersionCall = z.output<typeof VersionCall>;

const WithCalls = z.object({ calls: z.array(VersionCall) });

/** Returns the calls in a version's `manifest.json`; undefined in one of an earlier build. */
export const callsInManifest = (manifest: unknown): VersionCall[] | undefined =>
  WithCalls.safeParse(manifest).data?.calls;
