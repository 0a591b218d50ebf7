/** Keys of PostgreSQL's advisory locks: any numbers that differ. */
export const ADVISORY_LOCKS = {
  /** Instances that start together migrate one after the other. */
  migration: 20_260_101,
  /** Its holder runs the periodic work of all instances. */
  jobs: 20_260_102,
  /** Instances register one after the other. */
  registration: 20_260_103,
  /** Two network files that are applied at once would leave a mixture of both. */
  network: 20_260_104,
  /** Instances change the partitions of meter values one after the other. */
  partitions: 20_260_105,
} as const;
