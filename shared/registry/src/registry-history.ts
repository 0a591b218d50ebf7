/** Not part of the package's index: only the `remote` command reads the history of the registry. */

import { instant } from '@shared/contract/fields';
import * as z from 'zod/mini';

/** The versions that an entry of the registry names. */
const Named = z.object({
  live: z.string(),
  previous: z.optional(z.string()),
  candidate: z.optional(z.string()),
  traffic: z.optional(z.number()),
});

/** One line of the history: a change, and all versions that the changed registry names. */
export const HistoryLine = z.object({
  /** Serial of the registry after the change. */
  serial: z.number(),
  at: instant,
  who: z.string(),
  what: z.string(),
  /** The changed remote; absent if the change concerns all. */
  remote: z.optional(z.string()),
  /** Checks that were skipped on request. */
  skipped: z.optional(z.array(z.string())),
  versions: z.record(z.string(), Named),
});
export type HistoryLine = z.output<typeof HistoryLine>;
