import * as z from 'zod/mini';

/** How the emulator misbehaves. What is absent in a change is reset. */
export const Behaviour = z.object({
  /**
   * What requests meet for `forMs`: the connection is closed before (`refuse`) or after the request
   * is performed (`lose`), there is no response (`hang`), or status 503 (`unavailable`).
   */
  away: z.optional(z.object({ how: z.enum(['refuse', 'lose', 'hang', 'unavailable']), forMs: z.number() })),
  /** Pause before each response. */
  delayMs: z._default(z.number().check(z.gte(0)), 0),
  /** How often each notice is sent. */
  noticeCopies: z._default(z.int().check(z.gte(0), z.lte(100)), 1),
  /** Whether the bank fails to give a Pix back. */
  returnsFail: z._default(z.boolean(), false),
});
type Behaviour = z.output<typeof Behaviour>;

export type Faults = ReturnType<typeof createFaults>;

/** Holds the current behaviour. An absence ends by the clock `now`. */
export function createFaults(now: () => Date) {
  let current: Behaviour = Behaviour.parse({});
  let awayUntil = 0;
  return {
    get current() {
      return current;
    },
    change(behaviour: z.input<typeof Behaviour>) {
      current = Behaviour.parse(behaviour);
      awayUntil = now().getTime() + (current.away?.forMs ?? 0);
    },
    /** Returns what a request meets; undefined if the provider is present. */
    away: () => (now().getTime() < awayUntil ? current.away?.how : undefined),
  };
}
