/** Keys of PostgreSQL's advisory locks: arbitrary, distinct numbers. */
export const ADVISORY_LOCKS = {
  /** Instances that start together migrate one after the other. */
  migration: 20_260_101,
  /** Its holder runs the periodic work of all instances. */
  jobs: 20_260_102,
  /** Instances register one after the other. */
  registration: 20_260_103,
  /** Network files are applied one after the other: at once, they would mix. */
  network: 20_260_104,
  /** Instances change the partitions of meter values one after the other. */
  partitions: 20_260_105,
} as const;
