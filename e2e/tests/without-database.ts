/** Test files that run once. All others of `e2e` run on the embedded database and on PostgreSQL. */
export const WITHOUT_DATABASE = [
  '{e2e/chargers,shared/brand-kit,shared/federation}/**/*.test.ts',
  'e2e/tests/*.test.ts',
];
